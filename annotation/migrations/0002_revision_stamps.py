from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RevisionStamp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(max_length=40)),
                ('moves', models.PositiveBigIntegerField(default=1)),
                ('token', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['scope', 'moves', 'token'], name='revision_stamp_scope')],
            },
        ),
    ]
