"""Addresses. Work in the background."""

from django.urls import URLPattern, path

from annotation.jobs import page_jobs

urlpatterns: list[URLPattern] = [
    path("jobs/<int:job_id>/", page_jobs.job_detail, name="job_detail"),
    path("jobs/<int:job_id>/progress/", page_jobs.job_progress, name="job_progress"),
    path("jobs/<int:job_id>/again/", page_jobs.job_again, name="job_again"),
]
