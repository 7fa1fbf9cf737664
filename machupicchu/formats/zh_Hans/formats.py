"""Chinese date and time formats used here: short, with a 24-hour clock."""

DATE_FORMAT = "Y年n月j日"
DATETIME_FORMAT = "Y年n月j日 H:i"
MONTH_DAY_FORMAT = "n月j日"
SHORT_DATE_FORMAT = "n月j日"
SHORT_DATETIME_FORMAT = "n月j日 H:i"
YEAR_MONTH_FORMAT = "Y年n月"
TIME_FORMAT = "H:i"
