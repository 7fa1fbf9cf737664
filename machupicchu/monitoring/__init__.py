"""Monitoring for operators: health, metrics, logs and error reports."""
