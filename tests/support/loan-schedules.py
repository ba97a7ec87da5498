"""
Reckons schedules of loans anew, and shares no code with the product: reads lines of `amount months yearly-rate security first-due`
(cents, months, hundredths of a percent, percent, day) and writes for each a line of JSON.
"""
import calendar, datetime, json, sys
from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60


def half_even(value):
    whole, rest = divmod(value.numerator, value.denominator)
    twice = 2 * rest
    if twice > value.denominator or (twice == value.denominator and whole % 2 == 1):
        whole += 1
    return whole


def due(first, months):
    place = first.year * 12 + first.month - 1 + months
    year, month = divmod(place, 12)
    return datetime.date(year, month + 1, min(first.day, calendar.monthrange(year, month + 1)[1]))


def effective(received, flows):
    """Newton's method on the month's discount, in decimals."""
    rate = Decimal('0.005')
    for _ in range(60):
        value, slope = Decimal(received), Decimal(0)
        for month, paid in enumerate(flows, 1):
            value -= paid / (1 + rate) ** month
            slope += month * paid / (1 + rate) ** (month + 1)
        step = value / slope
        rate -= step
        if abs(step) < Decimal('1e-30'):
            break
    return int((((1 + rate) ** 12 - 1) * 10000).quantize(Decimal(1), ROUND_HALF_EVEN))


for line in sys.stdin:
    amount, months, rate, security, first = line.split()
    amount, months, security = int(amount), int(months), int(security)
    monthly = Fraction(int(rate), 10000) / 12
    first = datetime.date.fromisoformat(first)
    equal = half_even(amount * monthly / (1 - (1 + monthly) ** -months))
    left, rows = amount, []
    for number in range(1, months + 1):
        interest = half_even(left * monthly)
        principal = left if number == months else equal - interest
        left -= principal
        rows.append([due(first, number - 1).isoformat(), principal + interest, interest, left])
    held = half_even(Fraction(amount * security, 100))
    flows = [row[1] for row in rows]
    flows[-1] -= held
    print(json.dumps({'rows': rows, 'security': held, 'effective': effective(amount - held, flows)}))
