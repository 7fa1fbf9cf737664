"""German date and time formats used here: short, with a 24-hour clock."""

DATE_FORMAT = "j. N Y"
DATETIME_FORMAT = "j. F Y, H:i"
MONTH_DAY_FORMAT = "j. F"
SHORT_DATE_FORMAT = "j. N"
SHORT_DATETIME_FORMAT = "j. N, H:i"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
