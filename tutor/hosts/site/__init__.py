"""The tutor as a folder of static files: any web server serves it, and Python runs in the learner's browser (`make site`)."""
