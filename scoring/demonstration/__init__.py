"""Load the synthetic demo into the database, through the same actions and imports that real work takes."""
