"""Hungarian date and time formats used here: short, with a 24-hour clock."""

DATE_FORMAT = "Y. N j."
DATETIME_FORMAT = "Y. F j., H:i"
MONTH_DAY_FORMAT = "F j."
SHORT_DATE_FORMAT = "N j."
SHORT_DATETIME_FORMAT = "N j., H:i"
YEAR_MONTH_FORMAT = "Y. F"
TIME_FORMAT = "H:i"
