"""
Compares statements of a year with the postings of an evidence pack, and shares no code with what writes either: for each
`<owner>.csv` of a folder, every movement of the owner's balance is reckoned anew from `postings.jsonl.gz`.

    python3 year-statements.py PACK FOLDER YEAR
"""
import csv, datetime, gzip, json, pathlib, sys
from decimal import Decimal

pack, folder, year = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
statements = {path.stem: path for path in folder.glob('*.csv')}
# By owner: what each command did to the balance, in the order of the balance's versions.
moved = {owner: {} for owner in statements}

with gzip.open(pack / 'postings.jsonl.gz', 'rt', encoding='utf-8') as lines:
    for line in lines:
        posting = json.loads(line)
        for side, sign in (('debit', -1), ('credit', 1)):
            owner = posting[f'{side}Owner']
            if owner not in moved or posting[f'{side}Kind'] != 'cash':
                continue
            entry = moved[owner].setdefault(
                posting['command'], {'amount': 0, 'version': 0, 'at': posting['at'], 'balance': 0}
            )
            entry['amount'] += sign * int(posting['amount'])
            if posting[f'{side}Version'] > entry['version']:
                entry['version'] = posting[f'{side}Version']
                entry['balance'] = int(posting[f'{side}Balance'])


def day(at):
    moment = datetime.datetime.fromtimestamp(at // 1000, datetime.timezone.utc)
    return moment.strftime('%Y-%m-%d')


def cents(text):
    return int(Decimal(text) * 100)


faults = movements = 0
for owner, path in statements.items():
    with open(path, encoding='utf-8-sig', newline='') as file:
        said = [
            (row['Day (UTC)'], cents(row['Amount (USD)']), cents(row['Balance (USD)']))
            for row in csv.DictReader(file)
        ]
    entries = sorted(moved[owner].values(), key=lambda entry: entry['version'])
    reckoned = [
        (day(entry['at']), entry['amount'], entry['balance'])
        for entry in entries
        if entry['amount'] != 0 and day(entry['at']).startswith(year)
    ]
    movements += len(reckoned)
    if said != reckoned:
        faults += 1
        print(f'FAULT {owner}: {said} is not {reckoned}')

print(f'{len(statements)} statements, {movements} movements, {faults} faults')
sys.exit(1 if faults else 0)
