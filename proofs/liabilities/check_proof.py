"""A second check of a proof of liabilities, written from docs/proof-format.md alone: it shares no code with the first.

    python3 check_proof.py PROOF... [--hash HEX]

PROOF is the file that somebody keeps of their own; HEX is the SHA-256 of a manifest that was kept. A line for each file says
whether the account's leaves are in the sum, or why they are not. Exit code 0: all are. Signatures are minisign's to check. Python's own library is enough.
"""

import argparse
import hashlib
import json
import re
import sys
from datetime import datetime, timedelta

CLAIMS = ["cash", "held", "invested", "promised", "security", "unassigned"]
LARGEST = 2**63 - 1
MANIFEST = "format firm sample day at auditRoot previous leaves root owed own holds rates key".split()
CONTROLS = re.compile("[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
PROOF = "format account manifest signature parts".split()
PART = "part index amounts nonce path".split()


class Refused(Exception):
    pass


def require(condition, why):
    if not condition:
        raise Refused(why)


def sha256(content):
    return hashlib.sha256(content).digest()


def ordered(text, names, why):
    """JSON whose names stand in this order, each once."""

    def pairs(found):
        require(len({name for name, _ in found}) == len(found), why)
        return dict(found)

    try:
        value = json.loads(text, object_pairs_hook=pairs)
    except ValueError:
        raise Refused(why) from None
    require(isinstance(value, dict) and list(value) == names, why)
    return value


def hex_bytes(text, length):
    require(isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text), "no hash")
    return bytes.fromhex(text)


def cents(text):
    require(isinstance(text, str) and re.fullmatch("0|[1-9][0-9]{0,18}", text), "no amount of cents")
    require(int(text) <= LARGEST, "an amount is too large")
    return int(text)


def amounts(written):
    require(isinstance(written, dict) and list(written) == CLAIMS, "other claims than there are")
    return [cents(written[claim]) for claim in CLAIMS]


def amounts_in_order(written):
    require(isinstance(written, list) and len(written) == len(CLAIMS), "other claims than there are")
    return [cents(text) for text in written]


def packed(values):
    return b"".join(value.to_bytes(8, "big") for value in values)


def plus(left, right):
    total = [one + other for one, other in zip(left, right)]
    require(max(total) <= LARGEST, "a sum is too large")
    return total


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def climb(snapshot, account, part, depth):
    index = part["index"]
    require(type(index) is int and 0 <= index < 2**depth, "a leaf outside of the tree")
    require(isinstance(part["path"], list) and len(part["path"]) == depth, "a path of another height")
    owed = amounts(part["amounts"])
    leaf = b"\0" + snapshot + index.to_bytes(8, "big") + account.encode("ascii")
    leaf += bytes([part["part"], 2]) + packed(owed) + hex_bytes(part["nonce"], 32)
    total, top = owed, sha256(leaf)
    for level, step in enumerate(part["path"], start=1):
        require(isinstance(step, dict) and list(step) == ["amounts", "hash"], "a step of another form")
        beside, beside_hash = amounts_in_order(step["amounts"]), hex_bytes(step["hash"], 32)
        mine, other = packed(total) + top, packed(beside) + beside_hash
        pair = other + mine if index >> (level - 1) & 1 else mine + other
        total, top = plus(total, beside), sha256(b"\1" + snapshot + bytes([level]) + pair)
    return owed, total, top


def check(text, kept):
    proof = ordered(text, PROOF, "no proof of the form that this check knows")
    require(proof["format"] == "glasshouse-proof-1", "no proof of the form that this check knows")
    require(compact(proof) == text.strip(), "not written as proofs are")
    account = proof["account"]
    require(isinstance(account, str) and re.fullmatch("[ -~]{13}", account), "no account")
    manifest = ordered(proof["manifest"], MANIFEST, "no manifest of the form that this check knows")
    require(manifest["format"] == "glasshouse-liabilities-1", "no manifest that this check knows")
    require(isinstance(manifest["firm"], str) and not CONTROLS.search(manifest["firm"]), "no name")
    found = sha256(proof["manifest"].encode()).hex()
    require(kept is None or kept == found, "another manifest than the one that was kept")
    written = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    require(written == proof["manifest"], "the manifest is not written as manifests are")
    try:
        at = datetime.strptime(manifest["at"], "%Y-%m-%dT%H:%M:%S.%fZ")
    except (TypeError, ValueError):
        raise Refused("no moment") from None
    require(str(at.date() - timedelta(days=1)) == manifest["day"], "a moment of another day")
    leaves = manifest["leaves"]
    depth = leaves.bit_length() - 1 if type(leaves) is int else 0
    require(10 <= depth <= 40 and leaves == 2**depth, "not a number of leaves that a tree has")
    head = [manifest["day"], manifest["at"], manifest["auditRoot"], manifest["previous"] or "none"]
    snapshot = sha256("\n".join(["glasshouse liabilities 1", *head, ""]).encode())
    parts = proof["parts"]
    require(isinstance(parts, list), "no parts")
    for part in parts:
        require(isinstance(part, dict) and list(part) == PART, "a part of another form")
    require([part["part"] for part in parts] == [1, 2], "parts are missing, or there twice")
    require(parts[0]["index"] != parts[1]["index"], "both parts are one leaf")
    owed = [0] * len(CLAIMS)
    for part in parts:
        mine, total, top = climb(snapshot, account, part, depth)
        require(top.hex() == manifest["root"], "the path leads to another root")
        require(total == amounts(manifest["owed"]), "the path has another sum")
        owed = plus(owed, mine)
    return account, manifest, found, owed


def line_of(path, kept):
    """Whether it is counted, and what is to be said of it."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            account, manifest, found, owed = check(file.read(), kept)
    except (Refused, UnicodeError) as refused:
        return False, f"NOT COUNTED: {refused}"
    said = ", ".join(
        f"{claim} {value // 100}.{value % 100:02}" for claim, value in zip(CLAIMS, owed) if value
    )
    day = manifest["day"]
    said = said or "nothing owed"
    said += ", play money of a demonstration" if manifest["sample"] is True else ""
    return True, f"COUNTED: {account} in the proof of {day} (manifest {found}): {said}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proof", nargs="+")
    parser.add_argument("--hash")
    given = parser.parse_args()
    lines = [line_of(path, given.hash) for path in given.proof]
    for _, said in lines:
        print(said)
    return 0 if all(counted for counted, _ in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
