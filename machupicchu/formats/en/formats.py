"""English date and time formats used here: short, with a 24-hour clock."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M"
SHORT_DATETIME_FORMAT = "j M, H:i"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
