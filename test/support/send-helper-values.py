"""Sends the values of the Python client's helpers in every field that they are for; prints what the service refuses."""

import json
import sys
from datetime import UTC, date, datetime, timedelta

from commerce_analytics import (
    CommerceClient,
    CommerceError,
    Export,
    days_of_period,
    period_of,
    seconds_of_days,
    shift_period,
    unix_seconds,
)

client = CommerceClient()
month = period_of("month", date(2026, 6, 30))
first, last = days_of_period(month)
noon = datetime(2026, 6, 30, 12, tzinfo=UTC)
VALUES = {
    "TimeRange": [
        seconds_of_days(first, last),
        {"min": unix_seconds(first), "max": unix_seconds(noon)},
        {"min": first, "max": last},
        {"min": noon - timedelta(days=7), "max": noon},
    ],
    "DateInfo": [
        month,
        period_of("week", "2026-06-24"),
        shift_period(month, -1),
        client.last_complete_period("topEcommerce", "week"),
    ],
    "DayRange": [{"min": first, "max": last}, {"min": noon}],
    "days": [{"from": first, "to": last}, {"from": noon, "to": noon}],
    "periods": [
        {"date_type": "month", "from": shift_period(month, -2)["value"], "to": month["value"]},
        *({"date_type": type, "from": first, "to": noon} for type in ("day", "week", "month")),
    ],
}

sent, refused = 0, []
for case in json.loads(sys.argv[1]):
    for value in VALUES[case["kind"]]:
        request = dict(case["request"])
        if case["field"] == "":
            request |= value
        elif case["isFilter"]:
            request["filter"] = {**request.get("filter", {}), case["field"]: value}
        else:
            request[case["field"]] = value
        sent += 1
        try:
            answer = getattr(client, case["method"])(request)
            if isinstance(answer, Export):
                next(iter(answer), None)
                answer.close()
        except CommerceError as error:
            refused.append([case["method"], str(value), str(error)])
print(json.dumps({"sent": sent, "refused": refused}))
