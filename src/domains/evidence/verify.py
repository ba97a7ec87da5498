#!/usr/bin/env python3
"""Checks an evidence pack of Glasshouse with nothing but Python's standard library (3.9 or later).

    python3 verify.py DIR [--root DAY=HEX]... [--proof DAY=HEX]... [--manifest HEX]

It is written from FORMAT.md (docs/evidence-format.md) and shares no code with the software that wrote the pack. Don't run the
copy that lies in a pack you doubt: get this file from elsewhere, or write your own from the same paper.

Each fault names its file and line, and the owner and command that it is about. The exit code is 0 where nothing was found,
1 where something was, 2 where it could not begin. `--root` compares with a daily root that you kept or were given by
somebody else, `--proof` with the hash of what was published of a day, `--manifest` with the hash of manifest.json: only they
show that the pack as a whole isn't made up.
"""
import hashlib
import io
import json
import os
import re
import sys
import zlib
from collections import deque, namedtuple
from datetime import date

FORMAT = 'glasshouse-evidence-1'
MODES = {'demo': 'a demonstration, with play money', 'live': 'a live firm'}
FIRM = '00000000-0000-0000-0000-000000000000'

# --- What the format lays down (FORMAT.md, "The chart" and "Who books what") ---

PERSONS_KINDS = ('cash', 'held', 'invested', 'promised', 'security', 'owed')
UNITS = {
    'client-wallet-btc': 'BTC', 'network-fee-btc': 'BTC', 'exchange-btc': 'BTC',
    'client-wallet-usdt': 'USDT', 'network-fee-usdt': 'USDT', 'exchange-usdt': 'USDT',
}
CLAIMS = PERSONS_KINDS[:-1] + ('capital', 'returns-pool', 'referral-pool', 'corrections-pool', 'loan-pool', 'lent', 'earned', 'loan-income', 'suspense')
ASSETS = ('owed', 'client-bank', 'firm-bank', 'migration', 'client-wallet-btc', 'client-wallet-usdt')
DEBTS = ('migration', 'owed')
EXPENSES = ('network-fee-btc', 'network-fee-usdt')
CLEARING = ('exchange-usd', 'exchange-btc', 'exchange-usdt')
KINDS = CLAIMS + ASSETS + EXPENSES + CLEARING
DECIMALS = {'USD': 2, 'BTC': 8, 'USDT': 6}

CHART = """
capital-paid-in: firm-bank>capital
pool-funded: capital>returns-pool capital>referral-pool capital>corrections-pool capital>loan-pool client-bank>firm-bank
play-money: client-bank>cash
bank-deposit: client-bank>cash client-bank>suspense
opening-balance: migration>cash
opening-balance-reversed: cash>migration
migration-cleared: client-bank>migration
suspense-assigned: suspense>cash
suspense-returned: suspense>client-bank
bank-deposit-reversed: cash>client-bank suspense>client-bank corrections-pool>client-bank capital>client-bank client-bank>firm-bank
bank-charge: capital>firm-bank capital>client-bank client-bank>firm-bank
bank-interest: firm-bank>capital client-bank>capital firm-bank>client-bank
coin-deposit: client-wallet-btc>exchange-btc client-wallet-usdt>exchange-usdt exchange-usd>cash exchange-usd>suspense exchange-usd>corrections-pool
coin-deposit-reversed: exchange-btc>client-wallet-btc exchange-usdt>client-wallet-usdt cash>exchange-usd suspense>exchange-usd corrections-pool>exchange-usd capital>exchange-usd client-bank>firm-bank
coin-exchanged: exchange-btc>client-wallet-btc client-wallet-btc>exchange-btc exchange-usdt>client-wallet-usdt client-wallet-usdt>exchange-usdt client-bank>exchange-usd exchange-usd>client-bank
position-covered: capital>exchange-usd client-bank>firm-bank
investment-opened: cash>invested returns-pool>promised
investment-matured: invested>cash promised>cash
investment-undone: invested>cash promised>returns-pool
withdrawal-requested: cash>held
withdrawal-released: held>cash
withdrawal-paid: held>client-bank held>exchange-usd exchange-btc>client-wallet-btc exchange-usdt>client-wallet-usdt network-fee-btc>client-wallet-btc network-fee-usdt>client-wallet-usdt
payout-returned: client-bank>cash
transfer: held>cash
loan-paid-out: loan-pool>cash owed>lent cash>security
loan-charged: owed>earned
loan-charge-removed: earned>owed
loan-repaid: cash>loan-pool lent>owed cash>loan-income earned>owed
loan-repayment-undone: loan-pool>cash owed>lent loan-income>cash owed>earned cash>security
loan-security-returned: security>cash
loan-security-applied: security>loan-pool lent>owed security>loan-income earned>owed
loan-written-off: lent>owed earned>owed
loan-income-drawn: loan-income>client-bank firm-bank>capital
referral-credited: referral-pool>cash
profit-corrected: corrections-pool>cash cash>corrections-pool
loss-corrected: corrections-pool>cash cash>corrections-pool
balance-corrected: corrections-pool>cash cash>corrections-pool
"""

BOOKED_BY = """
capital-paid-in: PayInCapital AgreeToProposal
pool-funded: FundPool AgreeToProposal
play-money: CreditPlayMoney
bank-deposit: AgreeToProposal
opening-balance: ImportPerson
opening-balance-reversed: AgreeToProposal
migration-cleared: AgreeToProposal
suspense-assigned: AgreeToProposal ReleaseReceipt ReleaseDeposit
suspense-returned: AgreeToProposal
bank-deposit-reversed: AgreeToProposal
bank-charge: AgreeToProposal
bank-interest: AgreeToProposal
coin-deposit: CreditDeposit
coin-deposit-reversed: ReverseDeposit
coin-exchanged: AgreeToProposal
position-covered: AgreeToProposal SettlePayoutBatch
investment-opened: OpenInvestment SettleInvestment
investment-matured: SettleInvestment
investment-undone: UndoInvestment
withdrawal-requested: RequestWithdrawal
withdrawal-released: CancelWithdrawal RejectWithdrawal ReturnWithdrawal
withdrawal-paid: PayWithdrawal BookBatchPayment BookListPayment SettlePayoutBatch
payout-returned: AgreeToProposal
transfer: ApproveWithdrawal
loan-paid-out: AgreeToProposal
loan-charged: ChargeInstalment ChargeLateFee RepayLoan AgreeToProposal
loan-repaid: ChargeInstalment CollectLoan RepayLoan
loan-repayment-undone: AgreeToProposal ReverseDeposit
loan-security-returned: ChargeInstalment CollectLoan RepayLoan AgreeToProposal
loan-security-applied: AgreeToProposal
loan-written-off: AgreeToProposal
loan-income-drawn: AgreeToProposal
referral-credited: CreditReferrer AgreeToProposal
profit-corrected: CorrectUser AgreeToProposal
loss-corrected: CorrectUser AgreeToProposal
balance-corrected: CorrectUser AgreeToProposal
"""

# Capital is charged or credited together with an asset, by the same amount in the same command.
BESIDE = {
    'pool-funded': ((('capital', None),), (('client-bank', 'firm-bank'),)),
}
for _event in ('bank-deposit-reversed', 'bank-charge', 'bank-interest', 'coin-deposit-reversed', 'position-covered'):
    BESIDE[_event] = (
        (('capital', 'client-bank'), ('client-bank', 'capital'), ('capital', 'exchange-usd')),
        (('client-bank', 'firm-bank'), ('firm-bank', 'client-bank')),
    )

# What `AgreeToProposal` agrees to, by its `of`: the commands that may have proposed it. One that did it at once has no `of`.
PROPOSED_AS = {
    'plan-offer': 'OfferPlan', 'plan-terms': 'ChangePlan', 'plan-reoffer': 'ReofferPlan', 'capital': 'PayInCapital', 'pool-funding': 'FundPool',
    'opening': 'ProposeOpening', 'role-change': 'ProposeRoleChange',
    'payouts-unblocking': 'ProposeUnblockingPayouts', 'correction': 'CorrectUser', 'referral-credit': 'CreditReferrer',
    'final-refusal': 'ProposeFinalRefusal',
    'coin-entry': 'RecordCoinExchange RecordPositionCover RecordNetworkFees', 'first-coins': 'ProposeFirstCoins',
    'evidence-pack': 'RequestEvidence',
    'bank-export-cancellation': 'ProposeCancellingBankExport', 'bank-payouts-reopening': 'ProposeReopeningPayouts',
    'bank-entry': 'RecordReceipt AssignReceipt ReturnReceipt ReverseReceipt RecordBankCharge RecordBankInterest RecordMigrationClearing',
    'payout-return': 'RecordPayoutReturn',
    'check-decision': 'ProposeCheckDecision',
    'month-closing': 'ProposeMonthClosing', 'month-reopening': 'ProposeMonthReopening',
    'edition-publication': 'ProposeEdition', 'edition-withdrawal': 'ProposeEditionWithdrawal',
    'announcement': 'ProposeAnnouncement', 'announcement-resuming': 'ResumeAnnouncement',
    'loan': 'ProposeLoan', 'loan-refusal': 'ProposeLoanRefusal', 'loan-default': 'ProposeLoanDefault', 'loan-income': 'DrawLoanIncome',
    'import': 'ProposeImport', 'opening-reversal': 'ProposeOpeningReversal',
}
PROPOSERS = frozenset(' '.join(PROPOSED_AS.values()).split())
# Two administrators, always: the field that names what is approved, and the commands that may have proposed it.
TWO = {
    'AgreeToProposal': ('proposal', PROPOSERS),
}
# Of these the input says who was the first; what they approve was begun by somebody else.
TWO_BY_INPUT = ('ApproveAccessChange',)
# The firm's own money.
FUNDING = ('PayInCapital', 'FundPool')
# To these two others agree: whoever proposed it may be no administrator, and is neither of them.
BY_TWO_OTHERS = ('evidence-pack',)
PROPOSING = frozenset(kind for _, kinds in TWO.values() for kind in kinds)
# What these are about was begun by one of these commands, and has its id.
BEGINNING = {
    'ApproveAccessChange': ('change', ('ProposeFactorRemoval', 'RequestEmailChange')),
    'ProposeFinalRefusal': ('verification', ('SubmitVerification',)),
}
# What may be booked of what was proposed.
BOOKS = {
    'RecordReceipt': ('bank-deposit',),
    'AssignReceipt': ('suspense-assigned',),
    'ReturnReceipt': ('suspense-returned',),
    'ReverseReceipt': ('bank-deposit-reversed',),
    'RecordBankCharge': ('bank-charge',),
    'RecordBankInterest': ('bank-interest',),
    'RecordPayoutReturn': ('payout-returned',),
    'RecordMigrationClearing': ('migration-cleared',),
    'ProposeOpeningReversal': ('opening-balance-reversed',),
    'ProposeLoan': ('loan-paid-out',),
    'ProposeLoanRefusal': (),
    'ProposeLoanDefault': ('loan-charged', 'loan-security-applied', 'loan-security-returned', 'loan-written-off'),
    'DrawLoanIncome': ('loan-income-drawn',),
    'RecordCoinExchange': ('coin-exchanged',),
    'RecordPositionCover': ('position-covered',),
    'RecordNetworkFees': ('bank-charge',),
    'CorrectUser': ('profit-corrected', 'loss-corrected', 'balance-corrected'),
    'CreditReferrer': ('referral-credited',),
    'PayInCapital': ('capital-paid-in',),
    'FundPool': ('pool-funded',),
}
# Where both the proposal and the approval have one of these, it is the same.
SAME = ('amount', 'reference', 'txid', 'user', 'fundingAmount', 'roles', 'pool', 'verification', 'from', 'to', 'export', 'withdrawal', 'of')
# The new total that an edit names, by what is booked of it.
TOTALS = {'profit-corrected': 'totalProfit', 'loss-corrected': 'totalLoss', 'balance-corrected': 'accountBalance'}
TERMS = (*SAME, 'quantity', 'account', *TOTALS.values())
RECEIPTS = {
    'RecordReceipt': 'receipt', 'AssignReceipt': 'assignment', 'ReturnReceipt': 'return', 'ReverseReceipt': 'reversal',
    'RecordBankCharge': 'charge', 'RecordBankInterest': 'interest', 'RecordPayoutReturn': 'payout-return',
    'RecordMigrationClearing': 'migration-clearing',
}
PAYING = {'PayWithdrawal': 'USD', 'BookBatchPayment': 'BTC', 'BookListPayment': 'USDT'}
WITH_RATE = {'CreditDeposit': None, 'BuildPayoutBatch': 'BTC', 'BuildPayoutList': 'USDT'}
# What a command may name as that which it approves.
BEGUN_BY = frozenset((*PROPOSING, 'RequestWithdrawal', *(kind for _, kinds in BEGINNING.values() for kind in kinds)))
# Of all other commands nothing but their digest and their postings has to be looked at.
LOOKED_AT = frozenset((*TWO, *TWO_BY_INPUT, *BEGUN_BY, *PAYING, *WITH_RATE, 'ApproveWithdrawal',
                       'RequestWithdrawal', 'CancelWithdrawal', 'RejectWithdrawal', 'ReturnWithdrawal', 'FinishRoleChange', 'OpenOwner'))
RATE_SCALE = {'BTC': 10 ** 12, 'USDT': 10 ** 10}
DAY_MS = 86_400_000
SLACK_MS = 60_000

CANNOT_SHOW = """
What this can't show
- That the pack is the firm's real past. A history that was made up as a whole, chains and roots included, is whole too: it
  differs from daily roots that were kept elsewhere. Compare with --root; without it nothing here hangs on anything outside.
- That what is after the last root is all there is, or happened: no root covers it.
- That money, coins and receipts exist outside the books: compare with the bank's statements and with the chain.
- When by the wall clock a command was recorded ("recorded"): it is in no hash. Business time ("at") is. In a demonstration,
  whose clock is moved, the 24 hours of acts by one alone are those of "recorded"; in live those of "at".
- That who proposed and who approved were administrators then, and different people. The roles that were given are listed above.
  Of what `ApproveAccessChange` agrees to, nothing is compared but who proposed it. Which line of a list of payouts in USDT
  was paid stands in no command. An edit names the new total of profit or loss: how much may be booked of it depends on the one before.
- That proofs of what is owed on days between both ends have the sums of the balances then, and that their signatures are there
  and good. That none was made where there is none: whoever made the pack can have left all of them out. Whether they are those that were published shows --proof: each names the one before it.
- That the rules of the software were followed beyond what is listed in FORMAT.md: prices, limits of verification, cooling-off,
  the tenth of what a friend funded, persons who were refused for good, batches of payouts sent by one alone. `npm run audit -- --replay` decides every command again.
- Opening balances other than the balance of persons ("cash"): those of other accounts follow from the pack before this one,
  or from a pack that begins with the first command. Of acts by one administrator alone, those of the 24 hours before the
  first command aren't added.
- Who somebody is: names and email addresses in persons.jsonl.gz are in no hash. MACs need the firm's secret: they are left out.
- Words that aren't in the pack, by choice or because the person was erased: their salted digests are all that is here."""


def printable(text):
    """What a pack says, as it is printed: nothing in it moves the cursor, hides or imitates a line."""
    return text if text.isprintable() else ''.join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


class Report:
    """What was found. Of many faults the first of each file are printed."""

    def __init__(self):
        self.count = 0
        self.by_file = {}
        self.lines = {}  # file: how many lines it has

    def fault(self, name, line, text):
        self.count += 1
        seen = self.by_file[name] = self.by_file.get(name, 0) + 1
        if seen <= 50:
            where = name if line is None else '%s line %d' % (name, line)
            print(printable('FAULT %s: %s' % (where, text)), flush=True)



encode = json.JSONEncoder(ensure_ascii=False, separators=(',', ':')).encode


def once(pairs):
    row = dict(pairs)
    if len(row) != len(pairs):
        raise ValueError('a name stands twice in an object')
    return row


NUMBERS = frozenset((
    'n', 'line', 'at', 'recorded', 'version', 'number', 'unlisted', 'openingVersion', 'openingUnlisted', 'debitVersion',
    'creditVersion', 'heads', 'madeAt', 'proposedAt', 'output', 'times', 'height', 'status'))


def no_number(text):
    raise ValueError('%s is no number of the format' % text)


# What comes of a value that isn't what the format says.
WRONG = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError)

# A line has integers only. An input may have others; names stand once in both.
decode_line = json.JSONDecoder(object_pairs_hook=once, parse_float=no_number, parse_constant=no_number).decode
loads = json.JSONDecoder(object_pairs_hook=once, parse_constant=no_number).decode


def whole(text):
    """An amount: an integer as text, written as the format writes it."""
    number = int(text)
    if str(number) != text:
        raise ValueError('%r is no amount' % (text,))
    return number


IS_ID = re.compile(r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}').fullmatch
IS_DAY = re.compile(r'[0-9]{4}-[0-9]{2}-[0-9]{2}').fullmatch
IS_HASH = re.compile(r'[0-9a-f]{64}').fullmatch


def an_id(text):
    if not IS_ID(text):
        raise ValueError('%r is no id' % (text,))
    return text


def a_day(text):
    if not IS_DAY(text):
        raise ValueError('%r is no day' % (text,))
    date.fromisoformat(text)
    return text


def digest(values):
    """The hash of a labelled list: SHA-256 of its JSON without spaces, as UTF-8."""
    return hashlib.sha256(encode(values).encode('utf-8')).hexdigest()


class Unpacked(io.RawIOBase):
    """What a gzip file holds: one member, and nothing behind it."""

    def __init__(self, file):
        self.file, self.unzip = file, zlib.decompressobj(31)

    def readable(self):
        return True

    def readinto(self, into):
        while not self.unzip.eof:
            packed = self.unzip.unconsumed_tail or self.file.read(1 << 17)
            found = self.unzip.decompress(packed, len(into))
            if found:
                into[:len(found)] = found
                return len(found)
            if not packed and not self.unzip.eof:
                raise EOFError('it ends too early')
        if self.unzip.unused_data or self.file.read(1):
            raise OSError('something stands behind what is packed')
        return 0


def row_in(raw):
    """A line as an object. Raises ValueError where it isn't one of the format."""
    if raw[-1:] != b'\n' or raw[-2:] == b'\r\n':
        raise ValueError('it does not end with a line feed alone')
    row = decode_line(raw.decode('utf-8'))
    if not isinstance(row, dict):
        raise ValueError('it is no object')
    if b'true' in raw or b'false' in raw:
        for name in NUMBERS & row.keys():
            if isinstance(row[name], bool):
                raise ValueError('its %s is no number' % name)
    return row


def rows_of(report, folder, name):
    """The lines of a file with their numbers. What can't be read is a fault, and ends it."""
    number = 0
    try:
        with open(os.path.join(folder, name), 'rb') as packed:
            for raw in io.BufferedReader(Unpacked(packed), 1 << 18):
                number += 1
                try:
                    row = row_in(raw)
                except (ValueError, RecursionError) as error:
                    report.fault(name, number, 'it is no object of JSON: %s' % error)
                    continue
                yield number, row
        report.lines[name] = number
    except FileNotFoundError:
        report.fault(name, None, 'it is missing')
    except (OSError, EOFError, zlib.error) as error:
        report.fault(name, number + 1, 'it can be read no further: %s' % error)


class Beside:
    """A file whose lines belong to commands, by the number n, in their order."""

    def __init__(self, report, folder, name):
        self.report, self.name = report, name
        self.rows = rows_of(report, folder, name)
        self.number, self.row = next(self.rows, (0, None))

    def take(self, n):
        if self.row is None or (self.row.get('n') or 0) > n:
            return ()
        found = []
        while self.row is not None:
            of = self.row.get('n')
            if of == n:
                found.append((self.number, self.row))
            elif isinstance(of, int) and of > n:
                break
            else:
                self.report.fault(self.name, self.number, 'its command %s (number %s) stands earlier, or nowhere: it was moved, or added' % (self.row.get('command'), of))
            self.number, self.row = next(self.rows, (0, None))
        return found

    def rest(self):
        while self.row is not None:
            self.report.fault(self.name, self.number, 'there is no command %s (number %s)' % (self.row.get('command'), self.row.get('n')))
            self.number, self.row = next(self.rows, (0, None))


# --- Books ---

class BookFile:
    """One of the two text files, compared line by line with what the postings make it. After the first difference it is left."""

    def __init__(self, report, folder, name):
        self.report, self.name, self.number = report, name, 0
        try:
            self.file = open(os.path.join(folder, name), 'rb', buffering=1 << 20)
        except OSError:
            self.file = None

    def expect(self, text, about):
        if self.file is None:
            return
        wanted = text.encode('utf-8')
        found = self.file.read(len(wanted))
        if found == wanted:
            self.number += text.count('\n')
            return
        same = os.path.commonprefix((found, wanted)).count(b'\n')
        self.report.fault(self.name, self.number + same + 1, 'it does not say what the postings say (%s)' % about)
        self.close()

    def end(self):
        if self.file is not None and self.file.read(1) != b'':
            self.report.fault(self.name, self.number + 1, 'there is more than the postings say')
        self.close()

    def close(self):
        if self.file is not None:
            self.file.close()
        self.file = None


def decimal(amount, unit):
    places = DECIMALS[unit]
    digits = str(abs(amount)).rjust(places + 1, '0')
    return '%s%s.%s %s' % ('-' if amount < 0 else '', digits[:-places], digits[-places:], unit)


def titled(kind):
    return '-'.join(part.capitalize() for part in kind.split('-'))


def root_of(kind):
    if kind == 'capital' or kind in CLEARING:
        return 'Equity'
    return 'Assets' if kind in ASSETS else 'Expenses' if kind in EXPENSES else 'Liabilities'


PREFIX = {kind: '%s:%s' % (root_of(kind), titled(kind)) for kind in KINDS}


def account_name(owner, kind):
    return PREFIX[kind] if owner == FIRM else '%s:O-%s' % (PREFIX[kind], owner)


def unit_of(kind):
    return UNITS.get(kind, 'USD')


def day_of(at, known={}):
    number = at // DAY_MS
    if number not in known:
        known[number] = date.fromordinal(719163 + number).isoformat()
    return known[number]


class Books:
    def __init__(self, report, folder, manifest):
        self.beancount = BookFile(report, folder, 'books.beancount')
        self.journal = BookFile(report, folder, 'books.journal')
        opening = manifest.get('opening')
        self.opening_day = self.last_day = opening['day'] if opening else manifest['from']
        title = 'Evidence from %s to %s' % (manifest['from'], manifest['to'])
        self.beancount.expect('option "title" "%s"\noption "operating_currency" "USD"\n\n1970-01-01 commodity USD\n1970-01-01 commodity BTC\n1970-01-01 commodity USDT\n\n1970-01-01 open Equity:Opening\n\n' % title, 'its head')
        self.journal.expect('; %s\ncommodity 1000.00 USD\ncommodity 1000.00000000 BTC\ncommodity 1000.000000 USDT\n\naccount Equity:Opening\n\n' % title, 'its head')

    def sides(self, debit, credit, amount, unit):
        positive = decimal(abs(amount), unit)
        negative = positive if amount == 0 else '-' + positive
        if amount < 0:
            positive, negative = negative, positive
        return '  %s  %s\n  %s  %s\n\n' % (debit, positive, credit, negative)

    def opening(self, owner, kind, balance):
        if balance == 0:
            return
        sides = self.sides(account_name(owner, kind), 'Equity:Opening', -balance, unit_of(kind))
        about = 'the opening balance of %s, owner %s' % (kind, owner)
        self.beancount.expect('%s * "opening" "balance"\n%s' % (self.opening_day, sides), about)
        self.journal.expect('%s * opening\n%s' % (self.opening_day, sides), about)

    def posting(self, row, amount):
        day = day_of(row['at'])
        if day > self.last_day:
            self.last_day = day
        debit, credit = account_name(row['debitOwner'], row['debitKind']), account_name(row['creditOwner'], row['creditKind'])
        sides = self.sides(debit, credit, amount, unit_of(row['debitKind']))
        about = 'line %s of command %s' % (row['line'], row['command'])
        self.beancount.expect('%s * "%s" "%s %s"\n%s' % (day, row['event'], row['command'], row['line'], sides), about)
        self.journal.expect('%s * %s  ; %s %s\n%s' % (day, row['event'], row['command'], row['line'], sides), about)

    def closing(self, owner, kind, balance):
        day = date.fromordinal(date.fromisoformat(self.last_day).toordinal() + 1).isoformat()
        name, unit = account_name(owner, kind), unit_of(kind)
        about = 'the closing balance of %s, owner %s' % (kind, owner)
        self.beancount.expect('1970-01-01 open %s %s\n%s balance %s  %s\n' % (name, unit, day, name, decimal(-balance, unit)), about)
        self.journal.expect('account %s\n%s * closing\n  %s  %s = %s\n\n' % (name, day, name, decimal(0, unit), decimal(-balance, unit)), about)

    def end(self):
        self.beancount.end()
        self.journal.end()


# --- Accounts ---

LOOSE = 20_000  # entries that wait for an earlier one of their account, or links of their owner; more are a gap


class Accounts:
    """Every account replayed: its versions one after the other, each balance from the one before."""

    def __init__(self, report):
        self.report = report
        self.all = {}
        self.waiting = {}

    def open(self, key, version, balance):
        self.all[key] = [version, balance]

    def enter(self, key, version, balance, gain, line, command):
        account = self.all.get(key)
        if account is None:
            account = self.all[key] = [0, 0]
        if version != account[0] + 1:
            if version <= account[0]:
                self.report.fault('postings.jsonl.gz', line, 'version %d of account %s of owner %s stands there twice (command %s)' % (version, key[1], key[0], command))
                return
            waiting = self.waiting.setdefault(key, {})
            if version in waiting:
                self.report.fault('postings.jsonl.gz', line, 'version %d of account %s of owner %s stands there twice (command %s)' % (version, key[1], key[0], command))
                return
            waiting[version] = (balance, gain, line, command)
            if len(waiting) > LOOSE:
                self.skip(key)
            return
        self.apply(key, account, version, balance, gain, line, command)
        waiting = self.waiting.get(key)
        if waiting is not None:
            self.follow(key, account, waiting)

    def apply(self, key, account, version, balance, gain, line, command):
        if account[1] + gain != balance:
            self.report.fault('postings.jsonl.gz', line, 'the balance of account %s of owner %s is %d after version %d, and %d follows (command %s)' % (key[1], key[0], balance, version, account[1] + gain, command))
        account[0], account[1] = version, balance

    def follow(self, key, account, waiting):
        while account[0] + 1 in waiting:
            version = account[0] + 1
            self.apply(key, account, version, *waiting.pop(version))
        if not waiting:
            del self.waiting[key]

    def skip(self, key):
        """Goes on behind a gap."""
        account, waiting = self.all[key], self.waiting[key]
        version = min(waiting)
        balance, gain, line, command = waiting[version]
        self.report.fault('postings.jsonl.gz', line, 'account %s of owner %s: version %d comes after %d, what stood in between is gone (command %s)' % (key[1], key[0], version, account[0], command))
        account[0], account[1] = version - 1, balance - gain
        self.follow(key, account, waiting)

    def end(self):
        for key in list(self.waiting):
            try:
                while key in self.waiting:
                    self.skip(key)
            except WRONG as error:
                self.report.fault('postings.jsonl.gz', None, 'account %s of owner %s is not as the format says: %s' % (key[1], key[0], error))
                self.waiting.pop(key, None)


# --- Chains ---

class Chains:
    """Every owner's chain from where the period begins: versions without gaps, hashes, and what each row says of the balance."""

    def __init__(self, report):
        self.report = report
        self.all = {}      # owner: [version, unlisted, head, cash, closing version, closing unlisted, closing head, line]
        self.waiting = {}
        self.heads = {}    # owner: heads that roots were made over and that are still to come
        self.beyond, self.owners_beyond = 0, set()  # links after the last head that a root was made over
        self.links = 0

    def enter(self, line, link, command, said):
        owner, version, number = link['owner'], link['version'], link['number']
        if type(version) is not int or type(number) is not int:
            raise ValueError('version %r and number %r of a link' % (version, number))
        chain = self.all.get(owner)
        if chain is None:
            self.report.fault('links.jsonl.gz', line, 'owner %s is not in owners.jsonl.gz (command %s)' % (owner, link['command']))
            return
        self.links += 1
        if self.is_next(chain, version, number):
            self.apply(chain, line, link, command, said)
            if owner in self.waiting:
                self.follow(owner, chain)
            return
        waiting = self.waiting.setdefault(owner, {})
        if (version, number) in waiting or version < chain[0] or (number == 0 and version == chain[0]) or (0 < number <= chain[1]):
            self.report.fault('links.jsonl.gz', line, '%s stands there twice, or in the wrong place' % named(link))
            if not waiting:
                del self.waiting[owner]
            return
        waiting[(version, number)] = (line, link, command, said)
        if len(waiting) > LOOSE:
            self.skip(owner)

    def is_next(self, chain, version, number):
        return version == chain[0] + 1 if number == 0 else number == chain[1] + 1 and version == chain[0]

    def apply(self, chain, line, link, command, said):
        owner, version, number, stated = link['owner'], link['version'], link['number'], link['hash']
        head = chain[2]
        if number:
            values = ['unlisted', head, owner, str(number), str(version), command]
        else:
            values = ['activity', head, owner, str(version), link['kind'], link['at'], link['gain'], link['after'], command]
            self.balance(chain, line, link, said)
        if stated != digest(values):
            self.report.fault('links.jsonl.gz', line, '%s: its hash does not match the link before it, the link itself, its command and its postings' % named(link))
        chain[2] = stated
        if number:
            chain[1] = number
        else:
            chain[0] = version
        expected = self.heads.get(owner)
        if not expected:
            self.beyond += 1
            self.owners_beyond.add(owner)
        elif (expected[0][0], expected[0][1]) == (chain[0], chain[1]):
            _, _, kept, day, at_line = expected.popleft()
            if kept != stated:
                self.report.fault('heads.jsonl.gz', at_line, '%s: its hash is not the one that the root of %s was made over' % (named(link), day))

    def balance(self, chain, line, link, said):
        """`said`: what the postings of its command make of the owner's balance, as (gain, after), or None."""
        gain, after = link['gain'], link['after']
        if link['owner'] == FIRM:
            if gain is not None or after is not None:
                self.report.fault('links.jsonl.gz', line, '%s: the firm has no balance' % named(link))
            return
        expected = None if said is None else said[0]
        if (None if gain is None else whole(gain)) != expected:
            self.report.fault('links.jsonl.gz', line, '%s: it says that the balance changed by %s, and its postings say %s' % (named(link), gain, expected))
        cash = chain[3] + (whole(gain) if gain is not None else 0)
        if after is None or whole(after) != cash or (said is not None and said[1] != whole(after)):
            self.report.fault('links.jsonl.gz', line, '%s: it states a balance of %s, and %d follows' % (named(link), after, cash if said is None else said[1]))
        chain[3] = cash if after is None else whole(after)

    def follow(self, owner, chain):
        waiting = self.waiting[owner]
        while waiting:
            key = (chain[0] + 1, 0) if (chain[0] + 1, 0) in waiting else (chain[0], chain[1] + 1)
            if key not in waiting:
                return
            self.apply(chain, *waiting.pop(key))
        del self.waiting[owner]

    def skip(self, owner):
        chain, waiting = self.all[owner], self.waiting[owner]
        line, link, command, said = waiting.pop(min(waiting))
        self.report.fault('links.jsonl.gz', line, '%s: the link before it is row %d, after %d unlisted commands: what stood in between is gone' % (named(link), chain[0], chain[1]))
        chain[0], chain[2] = link['version'], link['hash']
        if link['number']:
            chain[1] = link['number']
        if link['after'] is not None:
            chain[3] = whole(link['after'])
        if waiting:
            self.follow(owner, chain)
        else:
            del self.waiting[owner]

    def end(self, accounts):
        for owner in list(self.waiting):
            try:
                while owner in self.waiting:
                    self.skip(owner)
            except WRONG as error:
                self.report.fault('links.jsonl.gz', None, 'the chain of owner %s is not as the format says: %s' % (owner, error))
                self.waiting.pop(owner, None)
        for owner, chain in self.all.items():
            cash = accounts.all.get((owner, 'cash'), (0, 0))[1]
            if owner != FIRM and chain[3] != cash:
                self.report.fault('owners.jsonl.gz', chain[7], 'owner %s: by their chain the balance is %d at the end, and by the postings %d' % (owner, chain[3], cash))
            if chain[:3] != chain[4:7]:
                self.report.fault('owners.jsonl.gz', chain[7], 'owner %s: the chain ends with row %d, %d unlisted commands and %s; row %d, %d and %s are stated' % (owner, chain[0], chain[1], chain[2], chain[4], chain[5], chain[6]))
        for owner, expected in self.heads.items():
            for version, unlisted, _, day, line in expected:
                self.report.fault('heads.jsonl.gz', line, 'the root of %s was made over row %d (%d unlisted commands) of owner %s, where the chain has no link' % (day, version, unlisted, owner))
        for owner, kind in accounts.all:
            if owner != FIRM and owner not in self.all:
                self.report.fault('owners.jsonl.gz', None, 'owner %s has an account (%s), and no chain' % (owner, kind))


def named(link):
    what = 'unlisted command %s' % link['number'] if link['number'] else 'row %s' % link['version']
    return '%s of owner %s (command %s)' % (what, link['owner'], link['command'])


# --- Two administrators ---

def tenth(amount):
    """Rounded to the nearest cent, a half to the even one."""
    number, rest = divmod(amount, 10)
    return number + (rest > 5 or (rest == 5 and number % 2 == 1))


class Approvals:
    """What needs two, and whether two were there. What began before the period is taken from approvals.jsonl.gz, and counted."""

    def __init__(self, report, is_whole, is_live):
        self.report = report
        self.is_whole = is_whole  # the pack begins with the first command of all
        self.is_live = is_live
        self.clock = 'at' if is_live else 'recorded'  # a demonstration's clock is moved
        self.proposals = {}  # id: (kind, actor, subject, terms)
        self.requests = {}   # id: [owner, amount, state, first approver, recipient of a transfer]
        self.alone = {}      # administrator: acts of the last 24 hours, and their sums by person and (None) for all
        self.approved = set()
        self.agreed = {}     # proposal: who agreed to it, its proposer first where that counts
        self.roles = []
        self.begun = {}      # id: (kind, actor, subject, at)
        self.refused = set()  # cases that were refused for good
        self.earlier = 0
        self.missed = {}     # what the pack doesn't have, and so must be from before the period: what approved, paid or released it
        self.seconds = 0
        self.limits = {}     # (for one person, for all) in cents: how many commands had them, and when first and last

    def fault(self, command, text):
        self.report.fault('commands.jsonl.gz', command['line'], '%s (command %s by %s)' % (text, command['id'], command['actor']))

    def begin(self, command):
        self.begun[command['id']] = (command['kind'], command['actor'], command['subject'], command['at'])

    def look(self, command, given, booked, links, rows):
        kind, actor, amounts = command['kind'], command['actor'], booked.amounts
        self.limit(command, given)
        if kind in PROPOSING and not amounts and (kind not in PROPOSERS or 'of' in given):
            terms = {name: given[name] for name in TERMS if name in given}
            self.proposals[command['id']] = (kind, actor, command['subject'], terms)
        if kind in TWO or kind in TWO_BY_INPUT:
            self.two(command, given, booked, links, rows)
        elif kind == 'ApproveWithdrawal':
            self.approve(command, given, booked, links, rows)
        elif kind == 'ProposeFinalRefusal':
            if given['verification'] in self.refused:
                self.fault(command, 'it stands after %s was refused for good' % given['verification'])
            self.of_its_own(command, given)
        elif kind == 'RequestWithdrawal':
            self.request(command, given, amounts)
        elif kind in ('CancelWithdrawal', 'RejectWithdrawal', 'ReturnWithdrawal'):
            self.step(command, given, ('approved',) if kind == 'ReturnWithdrawal' else ('pending',), 'released', amounts)
        elif kind in PAYING:
            self.step(command, given, ('approved',), 'paid', amounts)
        elif kind in ('CorrectUser', 'CreditReferrer') and amounts:
            self.money(command, kind, given, given, amounts, links, True)
            self.by_one(command, given, command['subject'], sum(amount for _, _, _, amount in amounts))
        elif kind in FUNDING and amounts:
            self.money(command, kind, given, given, amounts, links, True)
            self.by_one(command, given, command['subject'], whole(given['amount']))
        self.role(command, given)

    def role(self, command, given):
        """Who was given which roles: only that is told, and by whom."""
        kind, role = command['kind'], given.get('roles', given.get('role'))
        if kind == 'AgreeToProposal' and given.get('of') == 'role-change' and 'firstAgreedBy' in given:
            by = 'agreed to by %s and %s' % (given['firstAgreedBy'], command['actor'])
        elif kind == 'FinishRoleChange':
            by = 'by the operator’s invitation %s alone' % given.get('invitation')
        elif kind == 'OpenOwner' and role != 'user':
            by = 'as the account was opened, by %s' % command['actor']
        else:
            return
        self.roles.append('  %s %s: %s (command %s)' % (command['subject'], role, by, command['id']))

    def unknown(self, command, named):
        """What the pack doesn't have was before the period, if there was anything before."""
        self.earlier += 1
        self.missed.setdefault(named, command['kind'])
        if self.is_whole:
            self.fault(command, '%s of %s, which nobody asked for or proposed' % (command['kind'], named))

    def differ(self, command, other):
        self.seconds += 1
        if command['actor'] is None or other is None or command['actor'] == other:
            self.fault(command, '%s needs two administrators, and %s is both' % (command['kind'], other))

    def two(self, command, given, booked, links, rows):
        first = given.get('proposedBy')
        is_agreement = command['kind'] == 'AgreeToProposal'
        if not is_agreement:
            self.differ(command, first)
        if command['kind'] in TWO_BY_INPUT:
            self.by_input(command, given, rows)
            return
        field, kinds = TWO[command['kind']]
        proposal = given.get(field)
        known = self.proposals.get(proposal)
        line, row = rows[0] if rows else (None, {})
        if known is None:
            self.unknown(command, proposal)
            known = (row.get('proposalKind'), row.get('proposedBy'), command['subject'], None)
        kind, proposer, subject, terms = known
        is_known = terms is not None
        if not is_known:
            name = 'fundingAmount' if kind == 'CreditReferrer' else 'amount'
            terms = {} if row.get('amount') is None else {name: row['amount']}
        stated = terms.get('amount', terms.get('fundingAmount'))
        self.told(rows, proposal, (kind, proposer), amount=stated, firstApprovedBy=None)
        if kind not in kinds or (is_agreement and kind not in PROPOSED_AS.get(given.get('of'), '').split()):
            self.fault(command, '%s of a proposal that is none of its own (%s)' % (command['kind'], kind))
        if proposer != first:
            self.fault(command, '%s says that %s proposed it, and it was %s' % (command['kind'], first, proposer))
        if subject != command['subject']:
            self.fault(command, '%s is about owner %s, and owner %s was proposed' % (command['kind'], command['subject'], subject))
        for name in SAME:
            if name in given and name in terms and given[name] != terms[name]:
                self.fault(command, '%s of %s %s, and %s was proposed' % (command['kind'], name, given[name], terms[name]))
        if is_agreement and self.is_first(command, given, booked, links, proposer, is_known):
            return
        self.money(command, kind, given, terms, booked.amounts, links, is_known)
        if (command['kind'], proposal) in self.approved:
            self.fault(command, '%s of %s, which was approved before' % (command['kind'], proposal))
        self.approved.add((command['kind'], proposal))
        if kind == 'ProposeFinalRefusal':
            self.refused.add(given.get('verification'))

    def is_first(self, command, given, booked, links, proposer, is_known):
        """Whoever agrees once all who agreed before can act no longer is the first of two again; the second names who was the first."""
        actor, first, proposal = command['actor'], given.get('firstAgreedBy'), given['proposal']
        by_others = given.get('of') in BY_TWO_OTHERS
        if by_others and actor == proposer:
            self.fault(command, '%s agrees to %s, and asked for it' % (actor, proposal))
        agreed = self.agreed.setdefault(proposal, set() if by_others else {proposer})
        if any(link.get('kind') == 'proposal-agreed' for _, link in links):
            if booked.amounts or first is not None:
                self.fault(command, 'the first of two to agree to %s, which books or names another' % proposal)
            if actor is None or actor in agreed:
                self.fault(command, '%s agrees to %s a second time' % (actor, proposal))
            agreed.add(actor)
            return True
        self.differ(command, first)
        if is_known and first not in agreed:
            self.fault(command, 'AgreeToProposal says that %s agreed before, and they did not' % first)
        agreed.add(actor)
        return False

    def told(self, rows, proposal, by, **others):
        """What the list of approvals says of what was approved. `by`: its kind and who gave it, or None where nothing is known of it."""
        for line, row in rows[:1]:
            if row.get('proposal') != proposal or by is not None and (row.get('proposalKind'), row.get('proposedBy')) != by:
                self.report.fault('approvals.jsonl.gz', line, 'it is not what the commands say: of %s, by %s (command %s)' % (proposal, ' of '.join(map(str, by or ('nothing else',))), row.get('command')))
            if proposal in self.begun:
                others['proposedAt'] = self.begun[proposal][3]
            for name, value in others.items():
                if row.get(name) != value:
                    self.report.fault('approvals.jsonl.gz', line, 'its %s is %r, and %r follows from the commands (command %s)' % (name, row.get(name), value, row.get('command')))

    def by_input(self, command, given, rows):
        """Approvals that name who was the first: of what was begun by another command."""
        named, begun = self.of_its_own(command, given)
        first = given.get('proposedBy')
        self.told(rows, named, begun and begun[:2], amount=None, firstApprovedBy=None)
        if begun is not None and begun[1] != first:
            self.fault(command, '%s says that %s proposed it, and it was %s' % (command['kind'], first, begun[1]))

    def of_its_own(self, command, given):
        """What it is about, and the command that began it."""
        field, kinds = BEGINNING[command['kind']]
        named = given[field]
        begun = self.begun.get(named)
        if begun is None:
            self.unknown(command, named)
        elif begun[0] not in kinds or begun[2] != command['subject']:
            self.fault(command, '%s of a command that is none of its own (%s about owner %s)' % (command['kind'], begun[0], begun[2]))
        return named, begun

    def money(self, command, kind, given, terms, amounts, links, is_known):
        """What is booked is what was proposed. Of a proposal from before the period only the amount is known."""
        for event in sorted({one[0] for one in amounts} - set(BOOKS.get(kind, ()))):
            self.fault(command, '%s is booked, and %s proposed it' % (event, kind))
        if kind == 'CorrectUser':
            if is_known and amounts:
                self.corrected(command, terms, amounts, links)
            return
        is_credit = kind == 'CreditReferrer'
        wanted = terms.get('fundingAmount' if is_credit else 'amount')
        if wanted is None:
            return
        wanted = tenth(whole(wanted)) if is_credit else whole(wanted)
        # The people of an import are booked one by one, afterwards.
        if (kind == 'AssignReceipt' and given.get('overLimit') == 'yes') or given.get('of') == 'import':
            wanted = 0
        # What capital bears moves between the banks too: it is counted once.
        dollars = sum(amount for _, debit, credit, amount in amounts if unit_of(debit) == 'USD' and {debit, credit} != {'client-bank', 'firm-bank'})
        coins = sum(amount for _, debit, _, amount in amounts if unit_of(debit) != 'USD')
        if dollars != wanted:
            self.fault(command, '%d is booked, and %d was proposed' % (dollars, wanted))
        at_bank = {account for _, *pair, _ in amounts for account in pair if 'capital' in pair} - {'capital'}
        if 'account' in terms and at_bank - {terms['account']}:
            self.fault(command, 'it is booked at %s, and proposed at %s' % (', '.join(sorted(at_bank)), terms['account']))
        if 'quantity' in terms and coins != whole(terms['quantity']):
            self.fault(command, '%d is booked in coins, and %s was proposed' % (coins, terms['quantity']))

    def corrected(self, command, terms, amounts, links):
        """An edit names new totals: nothing else is booked, and the balance is afterwards what it names."""
        for event in sorted({one[0] for one in amounts}):
            if event in TOTALS and TOTALS[event] not in terms:
                self.fault(command, '%s is booked, and no %s was proposed' % (event, TOTALS[event]))
        after = [link['after'] for _, link in links if link['owner'] == command['subject'] and not link['number']]
        if 'accountBalance' in terms and after and after[0] != terms['accountBalance']:
            self.fault(command, 'the balance of owner %s is %s afterwards, and %s was proposed' % (command['subject'], after[0], terms['accountBalance']))

    def request(self, command, given, amounts):
        amount = whole(given['amount'])
        if sum(one[3] for one in amounts) != amount:
            self.fault(command, 'a request of %d, and another amount is held' % amount)
        self.requests[command['id']] = [command['subject'], amount, 'pending', None, given.get('recipient')]

    def approve(self, command, given, booked, links, rows):
        request_id, actor, amounts = given['withdrawal'], command['actor'], booked.amounts
        request = self.requests.get(request_id)
        is_first = any(link.get('kind') == 'withdrawal-first-approval' for _, link in links)
        is_whole = any(link.get('kind') == 'withdrawal-approved' for _, link in links)
        if is_first == is_whole:
            self.fault(command, 'an approval that is neither the first of two nor the last')
        if actor is None or actor == command['subject']:
            self.fault(command, 'an approval of a withdrawal by nobody, or by its owner')
        row = rows[0][1] if rows else {}
        begun = self.begun.get(request_id)
        is_known = request is not None
        if not is_known:
            self.unknown(command, request_id)
            request = self.requests[request_id] = [command['subject'], whole(given['amount']), 'pending', row.get('firstApprovedBy') if is_whole else None, None]
        elif rows and is_whole and row.get('firstApprovedBy') != request[3]:
            self.report.fault('approvals.jsonl.gz', rows[0][0], 'it says that %s was the first of two for %s, and the commands say %s' % (row.get('firstApprovedBy'), request_id, request[3]))
        self.told(rows, request_id, begun and begun[:2], amount=given['amount'], proposalKind='RequestWithdrawal', **({'firstApprovedBy': actor} if is_first else {}))
        if request[2] != 'pending':
            self.fault(command, 'an approval of %s, which was %s before' % (request_id, request[2]))
        if request[0] != command['subject'] or request[1] != whole(given['amount']):
            self.fault(command, 'an approval of another owner or amount than %s asked for' % request_id)
        if is_first:
            # Somebody else's takes the place of one that counts no more.
            if request[3] is not None and request[3] == actor:
                self.fault(command, 'a second first approval of %s by the same administrator' % request_id)
            if amounts:
                self.fault(command, 'a first approval of %s, which books' % request_id)
            request[3] = actor
            return
        if amounts or (is_known and request[4] is not None):
            self.transferred(command, request_id, request, booked, is_known)
        request[2] = 'paid' if amounts else 'approved'
        if request[3] is None:
            self.by_one(command, given, request[0], request[1])
            return
        self.seconds += 1
        if request[3] == actor:
            self.fault(command, 'both approvals of %s are by the same administrator' % request_id)

    def transferred(self, command, request_id, request, booked, is_known):
        """A transfer is booked as it is approved, to whom it was asked for."""
        if sum(one[3] for one in booked.amounts) != request[1] or (is_known and list(booked.cash) != [request[4]]):
            self.fault(command, 'a transfer of another amount, or to another owner, than %s asked for' % request_id)

    def step(self, command, given, before, after, amounts):
        request = self.requests.get(given['withdrawal'])
        moved = sum(amount for _, debit, _, amount in amounts if debit == 'held')
        if request is None:
            self.unknown(command, given['withdrawal'])
            self.requests[given['withdrawal']] = [command['subject'], moved, after, None, None]
            return
        if request[2] not in before:
            self.fault(command, '%s of %s, which is %s' % (command['kind'], given['withdrawal'], request[2]))
        if moved != request[1] or command['subject'] != request[0]:
            self.fault(command, '%s of another owner or amount than %s asked for' % (command['kind'], given['withdrawal']))
        request[2] = after

    def by_one(self, command, given, person, amount):
        """What one administrator did alone: added up over 24 hours where a limit is set, for each person and for all."""
        if command['actor'] is None:
            return
        if given.get('secondApprovalAbove') is None:
            self.unlimited(command)
            return
        limit, in_all = limits_of(given)
        acts, sums = self.alone.setdefault(command['actor'], (deque(), {None: 0}))
        now = command[self.clock]
        if acts and now < acts[-1][0] - SLACK_MS:
            self.fault(command, 'it stands behind a later act of the same administrator')
        while acts and acts[0][0] <= now - DAY_MS + SLACK_MS:
            _, who, size = acts.popleft()
            sums[None] -= size
            sums[who] -= size
        acts.append((now, person, amount))
        sums[None] += amount
        sums[person] = sums.get(person, 0) + amount
        if sums[person] > limit or sums[None] > in_all:
            self.fault(command, '%s by one administrator alone: %d for owner %s and %d for all within 24 hours, and above %d or %d two are needed' % (command['kind'], sums[person], person, sums[None], limit, in_all))


    def unlimited(self, command):
        """In live there is always a limit: where the operator has set none it is nothing, and everything takes two."""
        if self.is_live:
            self.fault(command, '%s by one administrator alone, without a limit: in live two are needed for all that is above one, and for everything where none is set' % command['kind'])

    def limit(self, command, given):
        """Up to which amounts one was enough, as each command says."""
        if given.get('secondApprovalAbove') is None:
            return
        seen = self.limits.setdefault(limits_of(given), [0, command['at'], command['at']])
        seen[0] += 1
        seen[2] = command['at']


def limits_of(given):
    """What one administrator alone may bring to or send for one person, and for all, in 24 hours."""
    limit, in_all = whole(given['secondApprovalAbove']), given.get('secondApprovalInAllAbove')
    return limit, limit * 10 if in_all is None else whole(in_all)


# --- The files beside the commands ---

def equal(report, name, line, row, **expected):
    for field, value in expected.items():
        if row.get(field) != value:
            report.fault(name, line, 'its %s is %r, and its command %s says %r' % (field, row.get(field), row.get('command'), value))


def coin_of(amounts):
    """Of the wallet that coins came to."""
    return ' '.join(sorted({unit_of(debit) for _, debit, _, _ in amounts if debit.startswith('client-wallet-')}))


def one_of(report, name, command, rows):
    if len(rows) != 1:
        report.fault(name, rows[1][0] if rows else None, 'command %s (%s, line %d of commands.jsonl.gz) has %d lines here instead of one' % (command['id'], command['kind'], command['line'], len(rows)))
    return rows[0] if rows else (None, None)


def only_for(report, name, command, rows, wanted):
    """The row of a command that must have one; of another there is none."""
    if wanted:
        return one_of(report, name, command, rows)
    for line, _ in rows:
        report.fault(name, line, 'command %s (%s) has nothing to do with it' % (command['id'], command['kind']))
    return None, None


class Others:
    def __init__(self, report, folder):
        self.report = report
        names = ('approvals', 'rates', 'receipts', 'deposits', 'payouts')
        self.files = {name: Beside(report, folder, name + '.jsonl.gz') for name in names}
        self.outputs = set()
        self.references = set()

    def concerns(self, command):
        n = command['n']
        if command['kind'] in LOOKED_AT:
            return True
        return any(file.row is not None and (file.row.get('n') or 0) <= n for file in self.files.values())

    def look(self, command, given, amounts):
        kind, done = command['kind'], command['outcome'] == 'done'
        rows = {name: file.take(command['n']) for name, file in self.files.items()}
        report = self.report
        approves = done and (kind in TWO or kind in TWO_BY_INPUT or kind == 'ApproveWithdrawal')
        line, row = only_for(report, 'approvals.jsonl.gz', command, rows['approvals'], approves)
        if row:
            equal(report, 'approvals.jsonl.gz', line, row, kind=kind, approver=command['actor'])
        line, row = only_for(report, 'rates.jsonl.gz', command, rows['rates'], done and kind in WITH_RATE)
        if row:
            equal(report, 'rates.jsonl.gz', line, row, coin=WITH_RATE[kind] or coin_of(amounts), rate=given.get('rate'), sources=given.get('sources', row.get('sources')), at=command['at'])
        line, row = only_for(report, 'receipts.jsonl.gz', command, rows['receipts'], done and kind in RECEIPTS)
        if row:
            equal(report, 'receipts.jsonl.gz', line, row, amount=given.get('amount'), reference=given.get('reference'), valueDate=given.get('valueDate'), receipt=given.get('receipt'), proposedBy=command['actor'], kind=RECEIPTS[kind], account=given.get('account', 'client-bank'))
        line, row = only_for(report, 'deposits.jsonl.gz', command, rows['deposits'], done and kind == 'CreditDeposit')
        if row:
            self.deposit(line, row, command, given, amounts)
        line, row = only_for(report, 'payouts.jsonl.gz', command, rows['payouts'], done and kind in PAYING)
        if row:
            self.payout(line, row, command, given, amounts)
        return rows['approvals']

    def deposit(self, line, row, command, given, amounts):
        name = 'deposits.jsonl.gz'
        equal(self.report, name, line, row, txid=given.get('txid'), output=given.get('output'), times=given.get('times'), quantity=given.get('quantity'), amount=given.get('amount'), height=given.get('height'), block=given.get('block'))
        restored = sum(amount for _, _, credit, amount in amounts if credit == 'corrections-pool')
        equal(self.report, name, line, row, coin=coin_of(amounts), restored=str(restored))
        coins = [amount for event, debit, _, amount in amounts if debit.startswith('client-wallet-')]
        dollars = sum(amount for _, debit, _, amount in amounts if debit == 'exchange-usd')
        worth = whole(row['quantity']) * whole(given['rate']) // RATE_SCALE[row['coin']]
        if coins != [whole(row['quantity'])] or dollars != whole(row['amount']) or worth != whole(row['amount']):
            self.report.fault(name, line, 'its coins, its dollars, its rate and its postings do not fit together (command %s)' % command['id'])
        place = (row['txid'], row['output'], row['times'])
        if place in self.outputs:
            self.report.fault(name, line, 'the same output was credited before (command %s)' % command['id'])
        self.outputs.add(place)

    def payout(self, line, row, command, given, amounts):
        name = 'payouts.jsonl.gz'
        equal(self.report, name, line, row, withdrawal=given.get('withdrawal'), reference=given.get('reference'), unit=PAYING[command['kind']])
        txid, output = row.get('txid'), row.get('output')
        if row['unit'] == 'USD':
            equal(self.report, name, line, row, txid=None, output=None, quantity=None)
        elif row['unit'] == 'USDT':
            equal(self.report, name, line, row, txid=None)
        elif '%s:%s' % (txid, output) != row['reference']:
            self.report.fault(name, line, 'its output %s:%s is not its reference (command %s)' % (txid, output, command['id']))
        if row['unit'] != 'USD' and (type(output) is not int or output < 0):
            self.report.fault(name, line, 'its output is %r (command %s)' % (output, command['id']))
        held = [amount for _, debit, _, amount in amounts if debit == 'held']
        coins = [amount for _, _, credit, amount in amounts if credit.startswith('client-wallet-')]
        expected = [] if row['unit'] == 'USD' else [whole(row['quantity'])]
        if held != [whole(row['amount'])] or coins != expected:
            self.report.fault(name, line, 'its amount or its coins are not those of its postings (command %s)' % command['id'])
        if row['reference'] in self.references:
            self.report.fault(name, line, 'another payout has the same reference (command %s)' % command['id'])
        self.references.add(row['reference'])

    def end(self):
        for file in self.files.values():
            file.rest()


# --- The pass over all commands ---

def table(text):
    return {name: frozenset(rest.split()) for name, rest in (line.split(': ') for line in text.strip().split('\n'))}


ALLOWED = {(event, *pair.split('>')) for event, pairs in table(CHART).items() for pair in pairs}
BY = table(BOOKED_BY)


# What a command books: as it is hashed, as (event, debit, credit, amount), and what it makes of balances, as owner: (gain, after).
Booked = namedtuple('Booked', 'listed amounts cash')


def month_after(month):
    year, number = int(month[:4]), int(month[5:])
    return '%04d-%02d' % ((year, number + 1) if number < 12 else (year + 1, 1))


class Months:
    """Which months of the books are closed, command by command: nothing is booked in one."""

    def __init__(self, report):
        self.report = report
        self.open_from = ''  # the first month that is open, as far as the commands of this pack say
        self.changes = {}    # command: (month, whether it closes it, when, by whom first, and second)

    def look(self, command, given, links):
        if command['kind'] != 'AgreeToProposal' or given.get('of') not in ('month-closing', 'month-reopening'):
            return
        # Whoever is the first of two again changes nothing.
        if any(link.get('kind') == 'proposal-agreed' for _, link in links):
            return
        month, closes = given['month'], given['of'] == 'month-closing'
        a_day(month + '-01')
        self.changes[command['id']] = (month, closes, command['at'], given.get('firstAgreedBy'), command['actor'])
        if closes and (month < self.open_from or day_of(command['at'])[:7] <= month):
            self.fault(command, '%s is closed, and it has not ended or is closed already' % month)
        self.open_from = month_after(month) if closes else month

    def booked(self, command):
        if day_of(command['at'])[:7] < self.open_from:
            self.fault(command, 'it is booked in a month that was closed before')

    def fault(self, command, text):
        self.report.fault('commands.jsonl.gz', command['line'], '%s (command %s)' % (text, command['id']))


class Imports:
    """What two agreed to import: no more is booked of it, each line once."""

    def __init__(self, report, is_whole):
        self.report, self.is_whole = report, is_whole
        self.left = {}       # import: cents that are still to be booked
        self.lines = set()   # (import, line)

    def agree(self, command, given, links):
        if command['kind'] != 'AgreeToProposal' or given.get('of') != 'import':
            return
        if not any(link.get('kind') == 'proposal-agreed' for _, link in links):
            self.left[command['id']] = int(given['amount'])

    def look(self, command, amounts):
        given = loads(command['input'])
        agreed, line, amount = given['import'], given['line'], int(given['amount'])
        if sum(one[3] for one in amounts) != amount:
            self.fault(command, 'it books something else than its amount, %d' % amount)
        if (agreed, line) in self.lines:
            self.fault(command, 'line %s of this import was booked before' % line)
        self.lines.add((agreed, line))
        if agreed not in self.left:
            if self.is_whole:
                self.fault(command, 'nobody agreed to its import')
            return
        self.left[agreed] -= amount
        if self.left[agreed] < 0:
            self.fault(command, 'more is booked of this import than two agreed to')

    def fault(self, command, text):
        self.report.fault('commands.jsonl.gz', command['line'], '%s (command %s)' % (text, command['id']))


class Pass:
    def __init__(self, report, folder, manifest, accounts, chains, books):
        self.report, self.folder, self.manifest = report, folder, manifest
        self.accounts, self.chains, self.books = accounts, chains, books
        self.postings = Beside(report, folder, 'postings.jsonl.gz')
        self.links = Beside(report, folder, 'links.jsonl.gz')
        self.words = Beside(report, folder, 'words.jsonl.gz') if manifest.get('withPersons') else None
        self.others = Others(report, folder)
        self.months = Months(report)
        self.imports = Imports(report, manifest.get('opening') is None)
        self.is_live = manifest.get('mode') == 'live'
        self.approvals = Approvals(report, manifest.get('opening') is None, self.is_live)
        self.commands = self.booked = self.wordless = self.refused = 0

    def run(self):
        before, expected = (-1, ''), 1
        for line, command in rows_of(self.report, self.folder, 'commands.jsonl.gz'):
            try:
                place = (command['recorded'], an_id(command['id']))
                if command['n'] != expected:
                    self.report.fault('commands.jsonl.gz', line, 'number %s comes where %d should: what stood in between is gone, or something was added (command %s)' % (command['n'], expected, command['id']))
                if place <= before:
                    self.report.fault('commands.jsonl.gz', line, 'it stands there twice, or in the wrong place (command %s)' % command['id'])
                before, expected = place, command['n'] + 1
                command['line'] = line
                self.command(command)
            except WRONG as error:
                self.report.fault('commands.jsonl.gz', line, 'it, or what belongs to it, is not as the format says: %s %s' % (type(error).__name__, error))
        for file in (self.postings, self.links, self.words):
            if file is not None:
                file.rest()
        self.others.end()
        self.misplaced()

    def misplaced(self):
        """What was believed to be from before the period, since it hadn't come yet or is no proposal, may not stand in it."""
        missed = self.approvals.missed
        for line, command in rows_of(Report(), self.folder, 'commands.jsonl.gz') if missed else ():
            if command.get('id') in missed:
                self.report.fault('commands.jsonl.gz', line, '%s stands in the period, and not before the %s that is about it, or is nothing that can be approved (command %s)' % (command.get('kind'), missed[command['id']], command['id']))

    def command(self, command):
        self.commands += 1
        n, is_done = command['n'], command['outcome'] == 'done'
        postings, links = self.postings.take(n), self.links.take(n)
        booked = Booked([], [], {})
        for index, (line, row) in enumerate(postings):
            self.posting(command, index, line, row, booked)
        if postings:
            self.together(command, booked.amounts)
            self.months.booked(command)
            self.told(command, postings, links)
        if not IS_HASH(command['particulars']):
            raise ValueError('particulars is no hash')
        said = digest([
            'command', command['id'], command['kind'], command['actor'], command['subject'], command['key'], command['bodyHash'],
            command['input'], command['outcome'], command['at'], command['particulars'], booked.listed])
        self.place(command, links, postings, is_done)
        for line, link in links:
            if link['command'] != command['id']:
                self.report.fault('links.jsonl.gz', line, '%s: number %d is another command' % (named(link), n))
            if not link['number'] and link['at'] != command['at']:
                self.report.fault('links.jsonl.gz', line, '%s: it has another time than its command' % named(link))
            self.chains.enter(line, link, said, booked.cash.get(link['owner']))
        if not is_done:
            self.refused += 1
        if self.others.concerns(command):
            given = loads(command['input'])
            approvals = self.others.look(command, given, booked.amounts)
            if is_done and command['kind'] in BEGUN_BY:
                self.approvals.begin(command)
            # What stands in no chain is no proposal or approval.
            if is_done and links:
                self.approvals.look(command, given, booked, links, approvals)
                self.months.look(command, given, links)
                self.imports.agree(command, given, links)
        if is_done and command['kind'] == 'ImportPerson':
            self.imports.look(command, booked.amounts)
        if self.words is not None:
            self.word(command)

    def place(self, command, links, postings, is_done):
        listed = sum(1 for _, link in links if not link['number'])
        fault = lambda text: self.report.fault('commands.jsonl.gz', command['line'], '%s (command %s)' % (text, command['id']))
        if not links:
            fault('it stands in no chain')
        elif listed and listed != len(links):
            fault('it stands in a list, and beside the lists too')
        elif not listed and len(links) != 1:
            fault('it stands in several chains, and in no list')
        if listed and not is_done:
            fault('it was refused, and stands in a list as if it had been done')
        if postings and not is_done:
            fault('it was refused, and has postings')
        if postings and is_done and not listed:
            fault('it has postings, and stands in nobody’s list')

    def told(self, command, postings, links):
        """Whose accounts are moved, in their list it stands."""
        told = {link['owner'] for _, link in links if not link['number']}
        moved = {owner for _, row in postings for owner in (row['debitOwner'], row['creditOwner'])}
        for owner in sorted(moved - told - {FIRM}):
            self.report.fault('commands.jsonl.gz', command['line'], 'it moves money of owner %s, and does not stand in their list (command %s)' % (owner, command['id']))

    def posting(self, command, index, line, row, booked):
        fault = lambda text: self.report.fault('postings.jsonl.gz', line, '%s (line %s of command %s)' % (text, row.get('line'), command['id']))
        self.booked += 1
        listed, amounts, cash = booked
        event, amount = row['event'], whole(row['amount'])
        an_id(row['debitOwner']), an_id(row['creditOwner'])
        debit, credit = (row['debitOwner'], row['debitKind']), (row['creditOwner'], row['creditKind'])
        if row['command'] != command['id']:
            fault('number %d is another command' % command['n'])
        if row['line'] != index:
            fault('line %d comes where %d should: the lines of a command are numbered from zero' % (row['line'], index))
        if row['at'] != command['at']:
            fault('it has another time than its command')
        if amount <= 0:
            fault('its amount is not above zero')
        if (event, debit[1], credit[1]) not in ALLOWED:
            fault('the chart has no %s from %s to %s' % (event, debit[1], credit[1]))
        elif command['kind'] not in BY[event]:
            fault('%s is never booked by %s' % (event, command['kind']))
        for owner, kind in (debit, credit):
            if (owner == FIRM) == (kind in PERSONS_KINDS):
                fault('account %s can’t be owner %s’s' % (kind, owner))
            elif owner != FIRM and owner != command['subject'] and (event, kind) != ('transfer', 'cash'):
                fault('it moves money of owner %s, and the command is about owner %s' % (owner, command['subject']))
        if event == 'play-money' and self.is_live:
            fault('there is no play money in live')
        if debit[1] in PERSONS_KINDS and credit[1] in PERSONS_KINDS and debit[0] != credit[0] and event != 'transfer':
            fault('%s moves money from owner %s to owner %s' % (event, debit[0], credit[0]))
        after_debit, after_credit = whole(row['debitBalance']), whole(row['creditBalance'])
        if debit[1] in CLAIMS and after_debit < 0:
            fault('account %s of owner %s goes below zero' % (debit[1], debit[0]))
        if credit[1] in DEBTS and after_credit > 0:
            fault('account %s of owner %s is in credit' % (credit[1], credit[0]))
        self.accounts.enter(debit, row['debitVersion'], after_debit, -amount, line, command['id'])
        self.accounts.enter(credit, row['creditVersion'], after_credit, amount, line, command['id'])
        if debit[1] == 'cash':
            cash[debit[0]] = (cash.get(debit[0], (0, 0))[0] - amount, after_debit)
        if credit[1] == 'cash':
            cash[credit[0]] = (cash.get(credit[0], (0, 0))[0] + amount, after_credit)
        amounts.append((event, debit[1], credit[1], amount))
        listed.append([
            event, debit[0], debit[1], None if debit[0] == FIRM else str(row['debitVersion']),
            credit[0], credit[1], None if credit[0] == FIRM else str(row['creditVersion']), row['amount']])
        self.books.posting(row, amount)

    def together(self, command, amounts):
        for event in {one[0] for one in amounts} & BESIDE.keys():
            charged, moved = BESIDE[event]
            sums = [sum(amount for name, debit, credit, amount in amounts if name == event and any(debit == pair[0] and pair[1] in (None, credit) for pair in pairs)) for pairs in (charged, moved)]
            if sums[0] != sums[1]:
                self.report.fault('commands.jsonl.gz', command['line'], '%s: capital moves %d and its asset %d (command %s)' % (event, sums[0], sums[1], command['id']))

    def word(self, command):
        rows = self.words.take(command['n'])
        if not rows:
            self.wordless += 1
            return
        for line, row in rows:
            said = digest(['particulars', row['salt'], row['texts'], row['status'], row['reply']])
            if row['command'] != command['id'] or len(rows) > 1 or said != command['particulars']:
                self.report.fault('words.jsonl.gz', line, 'the words or the reply are not those that were recorded (command %s)' % command['id'])


# --- The files around it ---

def file_hash(path):
    found, lines = hashlib.sha256(), 0
    with open(path, 'rb') as file:
        for chunk in iter(lambda: file.read(1 << 20), b''):
            found.update(chunk)
            lines += chunk.count(b'\n')
    return found.hexdigest(), lines


ALWAYS = ('chart.json', 'owners.jsonl.gz', 'roots.jsonl.gz', 'proofs.jsonl.gz', 'heads.jsonl.gz', 'opening-links.jsonl.gz', 'opening.jsonl.gz',
          'closing.jsonl.gz', 'commands.jsonl.gz', 'postings.jsonl.gz', 'links.jsonl.gz', 'approvals.jsonl.gz', 'rates.jsonl.gz',
          'receipts.jsonl.gz', 'deposits.jsonl.gz', 'payouts.jsonl.gz', 'books.beancount', 'books.journal', 'verify.py', 'FORMAT.md')


def check_files(report, folder, manifest):
    names = [entry['name'] for entry in manifest['files']]
    wanted = ALWAYS + (('words.jsonl.gz', 'persons.jsonl.gz') if manifest.get('withPersons') else ())
    for name in wanted:
        if name not in names:
            report.fault('manifest.json', None, 'it does not name %s' % name)
    for name in sorted(set(names) - set(wanted)):
        report.fault(name, None, 'the format has no such file here')
    for name in sorted(set(name for name in names if names.count(name) > 1)):
        report.fault('manifest.json', None, 'it names %s twice' % name)
    for name in sorted(set(os.listdir(folder)) - set(names) - {'manifest.json'}):
        report.fault(name, None, 'the manifest does not name it')
    for entry in manifest['files']:
        name = entry['name']
        path = os.path.join(folder, name)
        if os.path.basename(path) != name or not os.path.isfile(path):
            report.fault(name, None, 'it is missing')
            continue
        if os.path.islink(path):
            report.fault(name, None, 'it lies elsewhere, and only a link to it here')
        found, lines = file_hash(path)
        if found != entry['sha256']:
            report.fault(name, None, 'its hash is not the one in the manifest')
        if not name.endswith('.gz'):
            report.lines[name] = lines


def check_lines(report, manifest):
    """How many lines the manifest says of each file that could be read to its end."""
    for entry in manifest['files']:
        stated, lines = entry.get('lines'), report.lines.get(entry['name'])
        if lines is not None and (type(stated) is not int or stated != lines):
            report.fault('manifest.json', None, 'it says %r lines of %s, and there are %d' % (stated, entry['name'], lines))


def check_persons(report, folder, chains):
    seen = []

    def look(line, row):
        owner = an_id(row['owner'])
        if owner not in chains.all or seen and owner <= seen[0]:
            report.fault('persons.jsonl.gz', line, 'owner %s has no chain, or stands there twice or in the wrong place' % owner)
        seen[:] = [owner]
    each(report, folder, 'persons.jsonl.gz', look)


def check_chart(report, folder):
    try:
        with open(os.path.join(folder, 'chart.json'), encoding='utf-8') as file:
            chart = loads(file.read())
        lines = {(line['event'], line['debit'], line['credit']) for line in chart['lines']}
        for event, debit, credit in sorted(lines - ALLOWED):
            report.fault('chart.json', None, 'it allows %s from %s to %s, which the format does not' % (event, debit, credit))
        for event, debit, credit in sorted(ALLOWED - lines):
            report.fault('chart.json', None, 'it lacks %s from %s to %s' % (event, debit, credit))
        for kind in sorted(set(KINDS) | set(chart['kinds'])):
            rule = chart['kinds'].get(kind)
            nature = 'claim' if kind in CLAIMS else 'asset' if kind in ASSETS else 'expense' if kind in EXPENSES else 'clearing'
            expected = {'of': 'investor' if kind in PERSONS_KINDS else 'firm', 'unit': unit_of(kind), 'nature': nature, 'guarded': kind in CLAIMS}
            if kind not in KINDS or rule != expected:
                report.fault('chart.json', None, 'account %s is not what the format says' % kind)
    except (OSError, *WRONG) as error:
        report.fault('chart.json', None, 'it is not as the format says: %s' % error)


def each(report, folder, name, look):
    for line, row in rows_of(report, folder, name):
        try:
            look(line, row)
        except WRONG as error:
            report.fault(name, line, 'it is not as the format says: %s %s' % (type(error).__name__, error))


def read_owners(report, folder, manifest, chains):
    opening = {}

    def look(line, row):
        owner = an_id(row['owner'])
        if owner in chains.all:
            report.fault('owners.jsonl.gz', line, 'owner %s stands there twice' % owner)
        begins = [row['openingVersion'] or 0, row['openingUnlisted'] or 0, row['openingHead']]
        if manifest.get('opening') is None and begins != [0, 0, None]:
            report.fault('owners.jsonl.gz', line, 'owner %s begins with row %d, and the period with the first command of all' % (owner, begins[0]))
        chains.all[owner] = begins + [0, row['version'], row['unlisted'], row['head'], line]
        if begins[2] is not None:
            opening[owner] = (begins, line)
        elif begins != [0, 0, None]:
            report.fault('owners.jsonl.gz', line, 'owner %s begins with row %d, which has no hash' % (owner, begins[0]))
    each(report, folder, 'owners.jsonl.gz', look)
    return opening


def check_sums(report, name, sums):
    for unit, total in sums.items():
        if total != 0:
            report.fault(name, None, 'the balances in %s come to %d and not to zero' % (unit, total))


def read_opening(report, folder, manifest, accounts, chains, books, opening):
    sums = {}

    def look(line, row):
        key, version, balance = (row['owner'], row['kind']), row['version'], whole(row['balance'])
        if manifest.get('opening') is None:
            report.fault('opening.jsonl.gz', line, 'the period begins with the first command of all: nothing can be there before')
        elif key[0] != FIRM and key[0] not in opening:
            report.fault('opening.jsonl.gz', line, 'owner %s has an account (%s) as the period begins, and no chain' % (key[0], key[1]))
        if key in accounts.all or version < 1 or (key[0] == FIRM) == (key[1] in PERSONS_KINDS) or (key[1] in CLAIMS and balance < 0) or (key[1] in DEBTS and balance > 0):
            report.fault('opening.jsonl.gz', line, 'account %s of owner %s can’t be there, or not so' % (key[1], key[0]))
        accounts.open(key, version, balance)
        sums[unit_of(key[1])] = sums.get(unit_of(key[1]), 0) + balance
        if key[1] == 'cash' and key[0] in chains.all:
            chains.all[key[0]][3] = balance
        books.opening(key[0], key[1], balance)
    each(report, folder, 'opening.jsonl.gz', look)
    check_sums(report, 'opening.jsonl.gz', sums)


def check_opening_links(report, folder, opening, accounts):
    """The last links before the period: by them the balance of each person hangs on the opening root."""
    name = 'opening-links.jsonl.gz'
    reached = {}

    def look(line, row):
        owner, values = row['owner'], row['values']
        begins, _ = opening[owner]
        label, is_first = row['label'], owner not in reached
        at = 1 if label == 'activity' else 2
        if label not in ('activity', 'unlisted') or values[0] != owner or values[at] != str(begins[0]) or digest([label, row['before']] + values) != row['hash']:
            report.fault(name, line, 'the last link of owner %s before the period does not have its hash' % owner)
        if not is_first and reached[owner] != row['before']:
            report.fault(name, line, 'a link of owner %s does not follow the one before it' % owner)
        # A chain may begin with an unlisted link: before any row.
        if is_first != (label == 'activity') and not (is_first and begins[0] == 0 and row['before'] is None):
            report.fault(name, line, 'owner %s: the row of activity, with their balance, comes first, and once' % owner)
        reached[owner] = row['hash']
        if label == 'activity' and owner != FIRM:
            balance = accounts.all.get((owner, 'cash'), (0, 0))[1]
            if values[5] != str(balance):
                report.fault(name, line, 'owner %s had %s by the chain, and %d by opening.jsonl.gz' % (owner, values[5], balance))
    each(report, folder, name, look)
    for owner, (begins, line) in opening.items():
        if reached.get(owner) != begins[2]:
            report.fault('owners.jsonl.gz', line, 'owner %s: nothing in %s leads to the head that the period begins with' % (owner, name))
        if begins[0] == 0 and (owner, 'cash') in accounts.all:
            report.fault('owners.jsonl.gz', line, 'owner %s has a balance as the period begins, and no row of activity' % owner)


def leaf(owner, version, head):
    return hashlib.sha256(b'\0' + bytes.fromhex(owner.replace('-', '')) + version.to_bytes(8, 'big') + bytes.fromhex(head)).digest()


class Tree:
    """A Merkle tree (RFC 6962) that grows leaf by leaf."""

    def __init__(self):
        self.leaves, self.parts = 0, []

    def add(self, found):
        self.leaves += 1
        size = 1
        while self.parts and self.parts[-1][0] == size:
            found = hashlib.sha256(b'\1' + self.parts.pop()[1] + found).digest()
            size *= 2
        self.parts.append((size, found))

    def root(self):
        if not self.parts:
            return hashlib.sha256(b'').hexdigest()
        found = self.parts[-1][1]
        for _, part in reversed(self.parts[:-1]):
            found = hashlib.sha256(b'\1' + part + found).digest()
        return found.hex()


def read_roots(report, folder, manifest):
    roots = []

    def look(line, row):
        kept = (row['day'], row['heads'], row['tree'], row['previous'], row['root'], line)
        if not roots and manifest.get('opening') is None and kept[3] is not None:
            report.fault('roots.jsonl.gz', line, 'the root of %s names one before it, and the period begins with the first command of all' % kept[0])
        if roots and (kept[0] <= roots[-1][0] or kept[3] != roots[-1][4]):
            report.fault('roots.jsonl.gz', line, 'the root of %s does not name the root before it, or stands in the wrong place' % kept[0])
        if digest(['root', kept[0], str(kept[1]), kept[3], kept[2]]) != kept[4]:
            report.fault('roots.jsonl.gz', line, 'the root of %s does not match its day, its heads and the root before it' % kept[0])
        roots.append(kept)
    each(report, folder, 'roots.jsonl.gz', look)
    return roots


def check_heads(report, folder, manifest, roots, chains, opening):
    """Makes every root again from the heads, and gives the heads to the chains, which have to come by them."""
    name = 'heads.jsonl.gz'
    trees, days = [Tree() for _ in roots], {root[0] for root in roots}
    first = manifest['opening']['day'] if manifest.get('opening') else ''
    closing = manifest['closing']['day'] if manifest.get('closing') else None
    state = {'owner': None, 'leaf': None, 'reached': 0, 'place': None, 'last': None}
    rooted, begun = set(), set()

    def hold(until):
        while state['reached'] < len(roots) and (until is None or roots[state['reached']][0] < until):
            if state['leaf'] is not None:
                trees[state['reached']].add(state['leaf'])
            state['reached'] += 1

    def end_owner():
        hold(None)
        owner, last = state['owner'], state['last']
        rooted.add(owner)
        chain = chains.all.get(owner)
        if closing is not None and chain is not None and chain[4:7] != last:
            report.fault('owners.jsonl.gz', chain[7], 'owner %s ends with row %s, %s unlisted commands and %s, and the root of %s was made over %s, %s and %s' % (owner, *chain[4:7], closing, *last))

    def look(line, row):
        owner, version, unlisted, day, head = row['owner'], row['version'], row['unlisted'], row['day'], row['head']
        place = (owner, version, unlisted)
        if state['place'] is not None and place <= state['place']:
            report.fault(name, line, 'the head of owner %s stands there twice, or in the wrong place' % owner)
        state['place'] = place
        if owner != state['owner']:
            end_owner()
            state.update(owner=owner, leaf=None, reached=0)
        if day > first and day not in days:
            report.fault(name, line, 'the root of %s, over row %d of owner %s, is gone' % (day, version, owner))
        hold(day)
        state['leaf'] = leaf(owner, version, head)
        state['last'] = [version, unlisted, head]
        if day <= first:
            begun.add(owner)
            begins = opening.get(owner, ([None] * 3, None))[0]
            if begins != [version, unlisted, head]:
                report.fault(name, line, 'owner %s does not begin with the head that the opening root was made over' % owner)
        else:
            chains.heads.setdefault(owner, deque()).append((version, unlisted, head, day, line))
    each(report, folder, name, look)
    end_owner()
    for owner, (_, line) in opening.items():
        if owner not in begun:
            report.fault('owners.jsonl.gz', line, 'owner %s begins with a head that the opening root was not made over' % owner)
    if closing is not None:
        for owner, chain in chains.all.items():
            if owner not in rooted:
                report.fault('owners.jsonl.gz', chain[7], 'owner %s is in no root, not even in that of %s' % (owner, closing))
    for (day, heads, tree, _, _, line), made in zip(roots, trees):
        if made.root() != tree or made.leaves != heads:
            report.fault('roots.jsonl.gz', line, 'the root of %s is not what the heads of that day make it' % day)


def check_ends(report, manifest, roots, given):
    by_day = {root[0]: root for root in roots}
    for which in ('opening', 'closing'):
        stated = manifest.get(which)
        if stated and (stated['day'] not in by_day or by_day[stated['day']][4] != stated['root']):
            report.fault('manifest.json', None, 'its %s root is not in roots.jsonl.gz' % which)
    opening, closing = manifest.get('opening'), manifest.get('closing')
    if opening and (opening['day'] >= manifest['from'] or roots and roots[0][0] != opening['day']):
        report.fault('manifest.json', None, 'its opening root is not the first, or not before the period')
    if closing and (closing['day'] < manifest['to'] or roots and roots[-1][0] != closing['day']):
        report.fault('manifest.json', None, 'its closing root is not the last, or does not cover the period')
    for day, root in given:
        if day not in by_day:
            report.fault('roots.jsonl.gz', None, 'the root of %s, which you gave, is not there' % day)
        elif by_day[day][4] != root:
            report.fault('roots.jsonl.gz', by_day[day][5], 'the root of %s is not the one that you gave: %s' % (day, root))


# The names of a proof's manifest, and the kinds of accounts that they are of.
PROVED_CLAIMS = (('cash', 'cash'), ('held', 'held'), ('invested', 'invested'), ('promised', 'promised'), ('security', 'security'), ('unassigned', 'suspense'))
OWN_KINDS = ('capital', 'returns-pool', 'referral-pool', 'corrections-pool', 'loan-pool', 'loan-income')
HELD_KINDS = (('bank', 'client-bank'), ('BTC', 'client-wallet-btc'), ('USDT', 'client-wallet-usdt'))


def sums_by_kind(accounts):
    sums = {}
    for (_, kind), (_, balance) in accounts.all.items():
        sums[kind] = sums.get(kind, 0) + balance
    return sums


def check_proof(report, line, row, before, root, sums):
    """What was published of a day: `root` is that day's; `sums` the balances of its moment, or None where the pack doesn't know them."""
    name, told = 'proofs.jsonl.gz', 'the proof of %s' % row['day']
    if hashlib.sha256(row['manifest'].encode('utf-8')).hexdigest() != row['hash']:
        report.fault(name, line, '%s does not have its hash' % told)
    manifest = loads(row['manifest'])
    if manifest['day'] != row['day'] or manifest['auditRoot'] != root:
        report.fault(name, line, '%s is not of the root of that day' % told)
    if before is not None and manifest['previous'] != before:
        report.fault(name, line, '%s does not name the manifest before it' % told)
    if sums is None:
        return manifest
    for claim, kind in PROVED_CLAIMS:
        if whole(manifest['owed'][claim]) != sums.get(kind, 0):
            report.fault(name, line, '%s says that %s is owed as %s, and the balances come to %d' % (told, manifest['owed'][claim], claim, sums.get(kind, 0)))
    for kind in OWN_KINDS:
        if whole(manifest['own'][kind]) != sums.get(kind, 0):
            report.fault(name, line, '%s says that %s of %s are the firm’s own, and it is %d' % (told, manifest['own'][kind], kind, sums.get(kind, 0)))
    for held, kind in HELD_KINDS:
        if whole(manifest['holds'][held]) != -sums.get(kind, 0):
            report.fault(name, line, '%s says that the books hold %s of %s, and they hold %d' % (told, manifest['holds'][held], held, -sums.get(kind, 0)))
    return manifest


def check_proofs(report, folder, manifest, roots, sums, given):
    """The proofs of what is owed: each names its root and the one before it, and those at both ends have the sums of these balances."""
    name, by_day, proofs = 'proofs.jsonl.gz', {root[0]: root[4] for root in roots}, []
    ends = {(manifest.get(end) or {}).get('day'): found for end, found in zip(('opening', 'closing'), sums)}
    named = dict(given)

    def look(line, row):
        day, digest_of_it = row['day'], row['hash']
        before = proofs[-1] if proofs else (None, None)
        if proofs and day <= before[0] or day not in by_day:
            report.fault(name, line, 'the proof of %s is of no root, or in the wrong place' % day)
        if named.pop(day, digest_of_it) != digest_of_it:
            report.fault(name, line, 'the proof of %s is not the one that you gave: %s' % (day, digest_of_it))
        compared = ends.get(day)
        proofs.append((day, digest_of_it, compared is not None))
        said = check_proof(report, line, row, before[1], by_day.get(day), compared)
        # From the first proof of all on, every root has one.
        if len(proofs) == 1 and said['previous'] is not None and (manifest.get('opening') is None or day != roots[0][0]):
            report.fault(name, line, 'the proof of %s names one before it, of a root that has none here' % day)
    each(report, folder, name, look)
    for day in sorted(by_day):
        if proofs and day > proofs[0][0] and day not in {proof[0] for proof in proofs}:
            report.fault(name, None, 'there is no proof of the root of %s' % day)
    for day in sorted(named):
        report.fault(name, None, 'the proof of %s, which you gave, is not there' % day)
    return proofs


def check_closing(report, folder, accounts, books):
    """The stated balances, held against the replayed ones. Answers with the trial balance."""
    sums, kinds, seen = {}, {}, set()

    def look(line, row):
        key, version, balance = (row['owner'], row['kind']), row['version'], whole(row['balance'])
        replayed = accounts.all.get(key, [0, 0])
        if [version, balance] != replayed or key in seen:
            report.fault('closing.jsonl.gz', line, 'account %s of owner %s is stated with %d at version %d, and %d at version %d follows' % (key[1], key[0], balance, version, replayed[1], replayed[0]))
        seen.add(key)
        sums[unit_of(key[1])] = sums.get(unit_of(key[1]), 0) + balance
        kinds[key[1]] = kinds.get(key[1], 0) + balance
        books.closing(key[0], key[1], balance)
    each(report, folder, 'closing.jsonl.gz', look)
    for owner, kind in accounts.all.keys() - seen:
        report.fault('closing.jsonl.gz', None, 'account %s of owner %s is missing' % (kind, owner))
    check_sums(report, 'closing.jsonl.gz', sums)
    return kinds


def check_months(report, manifest, months):
    """Whether the manifest says of the months of the period what the commands say of them."""
    stated, name = manifest['months'], 'manifest.json'
    first, last = manifest['from'][:7], manifest['to'][:7]
    listed = [one['month'] for one in stated]
    if listed != sorted(set(listed)) or any(not first <= month <= last for month in listed):
        report.fault(name, None, 'its months are not in order, or not all of the period')
    for one in stated:
        changes = one['changes']
        closes = [change['closes'] for change in changes]
        # The first one closes it, and then they take turns.
        if not closes or closes != [index % 2 == 0 for index in range(len(closes))] or one['closed'] is not (len(closes) % 2 == 1):
            report.fault(name, None, 'it says that %s is %s, and its changes say otherwise' % (one['month'], 'closed' if one['closed'] else 'open'))
        for change in changes:
            if change['first'] == change['second']:
                report.fault(name, None, '%s was changed by one alone (command %s)' % (one['month'], change['command']))
            known = months.changes.pop(change['command'], None)
            said = (one['month'], change['closes'], change['at'], change['first'], change['second'])
            if known is not None and known != said:
                report.fault(name, None, 'it says of %s what command %s does not say' % (one['month'], change['command']))
            # Where a root begins or ends the pack, the command may lie outside.
            if known is None and manifest['opening'] is None and manifest['closing'] is None:
                report.fault(name, None, 'it says of %s what no command says (command %s)' % (one['month'], change['command']))
    for command, known in months.changes.items():
        if first <= known[0] <= last:
            report.fault(name, None, 'it leaves out that %s was %s (command %s)' % (known[0], 'closed' if known[1] else 'reopened', command))


def say_months(manifest):
    print('Months of the period that were closed, as it stood when the pack was made:' if manifest['months'] else 'No month of the period was ever closed.')
    for one in manifest['months']:
        for change in one['changes']:
            print(printable('  %s %s on %s by %s and %s (command %s)' % (one['month'], 'closed' if change['closes'] else 'reopened', day_of(change['at']), change['first'], change['second'], change['command'])))


def say_limits(approvals):
    """From which amount two were needed: each limit that commands name, as it was set from time to time."""
    limits = list(approvals.limits.items())
    if limits:
        print('One administrator alone could bring to or send for people in 24 hours, as the commands say:')
    for (limit, in_all), (count, first, last) in limits[:50]:
        print('  up to %s for one person and %s for all: %d commands, from %s to %s' % (decimal(limit, 'USD'), decimal(in_all, 'USD'), count, day_of(first), day_of(last)))
    if len(limits) > 50:
        print('  and %d more limits.' % (len(limits) - 50))


def say_result(report, walk, chains, accounts, kinds, roots, proofs, manifest):
    print('Trial balance at the end, credits less debits:')
    for kind in KINDS:
        if kind in kinds:
            print('  %-20s %24s' % (kind, decimal(kinds[kind], unit_of(kind))))
    print('%d commands (%d refused), %d postings, %d links in the chains of %d owners, %d accounts, %d daily roots, %d proofs of what is owed, %d second approvals.' % (
        walk.commands, walk.refused, walk.booked, chains.links, len(chains.all), len(accounts.all), len(roots), len(proofs), walk.approvals.seconds))
    roles = walk.approvals.roles
    for text in (['Roles that were given:'] + roles[:200] if roles else []):
        print(printable(text))
    if len(roles) > 200:
        print('  and %d more.' % (len(roles) - 200))
    say_months(manifest)
    say_limits(walk.approvals)
    for count, text in ((walk.wordless, 'The words of %d commands are not there: erased with the person, or taken out.'),
                        (walk.approvals.earlier, '%d approvals, payments and releases are of what was asked or proposed before the period: only approvals.jsonl.gz tells by whom.')):
        if count:
            print(text % count)
    if roots:
        print(printable('The first root is that of %s, %s; the last that of %s, %s.' % (roots[0][0], roots[0][4], roots[-1][0], roots[-1][4])))
    if proofs:
        print(printable('The first proof of what is owed is that of %s, %s; the last that of %s, %s. %d were compared with balances.' % (*proofs[0][:2], *proofs[-1][:2], sum(1 for proof in proofs if proof[2]))))
    else:
        print('There is no proof of what is owed: none was ever made, or all were taken out. Ask for one that was published, and give --proof.')
    if manifest.get('closing') is None:
        print('No root covers the end: %d links in the chains of %d owners came after the last one, and hang on nothing outside this pack.' % (chains.beyond, len(chains.owners_beyond)))
    print(CANNOT_SHOW.strip())
    if report.count:
        print(printable('NOT IN ORDER: %d faults, in %s.' % (report.count, ', '.join(sorted(report.by_file)))))
    else:
        print('In order: nothing was found.')


def read_manifest(folder):
    """The manifest with its hash. What it says of the pack is what it can be: days become part of the books."""
    path = os.path.join(folder, 'manifest.json')
    if os.path.islink(path):
        raise ValueError('it lies elsewhere, and only a link to it here')
    with open(path, 'rb') as file:
        raw = file.read()
    manifest = loads(raw.decode('utf-8'))
    if manifest['format'] != FORMAT:
        raise ValueError('it is of format %s, and this is for %s' % (manifest['format'], FORMAT))
    if manifest['mode'] not in MODES:
        raise ValueError('its mode is %s' % manifest['mode'])
    if a_day(manifest['from']) > a_day(manifest['to']):
        raise ValueError('from comes after to')
    for end in (manifest['opening'], manifest['closing']):
        if end is not None and not (a_day(end['day']) and IS_HASH(end['root'])):
            raise ValueError('a root at an end is no hash')
    if type(manifest['withPersons']) is not bool or type(manifest['commands']) is not int:
        raise ValueError('withPersons or commands is not what it can be')
    return manifest, hashlib.sha256(raw).hexdigest()


def attempt(report, name, what, *given):
    """A part of the check. What comes of something that isn't of the format is a fault, and the next part goes on."""
    try:
        return what(*given)
    except WRONG as error:
        report.fault(name, None, 'it, or what is compared with it, is not as the format says: %s %s' % (type(error).__name__, error))
    return None


def verify(folder, roots_given, proofs_given, manifest_given):
    report = Report()
    try:
        manifest, found = read_manifest(folder)
        check_files(report, folder, manifest)
    except (OSError, *WRONG) as error:
        report.fault('manifest.json', None, 'it is not as the format says: %s' % error)
        return report
    print('manifest.json: %s' % found)
    print('It is of %s.' % MODES[manifest['mode']])
    if manifest_given is not None and manifest_given != found:
        report.fault('manifest.json', None, 'its hash is not the one that you gave')
    part = lambda name, what, *given: attempt(report, name, what, *given)
    check_chart(report, folder)
    accounts, chains = Accounts(report), Chains(report)
    books = Books(report, folder, manifest)
    opening = read_owners(report, folder, manifest, chains)
    if manifest['withPersons']:
        check_persons(report, folder, chains)
    part('opening.jsonl.gz', read_opening, report, folder, manifest, accounts, chains, books, opening)
    part('opening-links.jsonl.gz', check_opening_links, report, folder, opening, accounts)
    begins = sums_by_kind(accounts)
    roots = read_roots(report, folder, manifest)
    part('roots.jsonl.gz', check_ends, report, manifest, roots, roots_given)
    part('heads.jsonl.gz', check_heads, report, folder, manifest, roots, chains, opening)
    walk = Pass(report, folder, manifest, accounts, chains, books)
    part('commands.jsonl.gz', walk.run)
    if walk.commands != manifest['commands']:
        report.fault('manifest.json', None, 'it says %s commands, and there are %d' % (manifest['commands'], walk.commands))
    part('postings.jsonl.gz', accounts.end)
    part('links.jsonl.gz', chains.end, accounts)
    kinds = part('closing.jsonl.gz', check_closing, report, folder, accounts, books)
    proofs = part('proofs.jsonl.gz', check_proofs, report, folder, manifest, roots, (begins, sums_by_kind(accounts)), proofs_given)
    books.end()
    part('manifest.json', check_lines, report, manifest)
    part('manifest.json', check_months, report, manifest, walk.months)
    say_result(report, walk, chains, accounts, kinds or {}, roots, proofs or [], manifest)
    return report


def main(arguments):
    folder, given, manifest = None, {'--root': [], '--proof': []}, None
    if hasattr(sys.stdout, 'reconfigure'):
        sys.stdout.reconfigure(errors='backslashreplace')
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument in given and rest and '=' in rest[0]:
            given[argument].append(tuple(rest.pop(0).split('=', 1)))
        elif argument == '--manifest' and rest:
            manifest = rest.pop(0)
        elif folder is None and not argument.startswith('-'):
            folder = argument
        else:
            folder = None
            break
    if folder is None or not os.path.isdir(folder):
        print(__doc__, file=sys.stderr)
        return 2
    return 1 if verify(folder, given['--root'], given['--proof'], manifest).count else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
