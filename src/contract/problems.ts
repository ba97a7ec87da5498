/**
 * The catalogue of everything that can be refused: code, HTTP status, title and the sentence people
 * read. A refusal may carry a sentence of its own; where the specification words a message, it is
 * used word for word. Each code is produced by a test.
 */
import { z } from 'zod'
import { sessionEnds, type SessionEnd } from './session-end.ts'
import { offeredPlan, type OfferedPlan } from './plan.ts'

export const problems = {
  validation_failed: [
    400,
    'The request is not valid',
    'Please check the marked fields. Nothing was changed.',
  ],
  bad_request: [400, 'Bad request', 'The server cannot read this request.'],
  not_json: [400, 'The body is not JSON', 'The body must be JSON in UTF-8. Nothing was changed.'],
  unknown_referral_code: [
    400,
    'Unknown referral code',
    'This referral code is unknown. Check it or leave it empty.',
  ],
  password_too_common: [
    400,
    'Password too common',
    'This password is too common. Please choose another.',
  ],

  not_signed_in: [401, 'Not signed in', 'Please log in.'],
  wrong_credentials: [401, 'Wrong email or password', 'The email or the password is wrong.'],

  wrong_code: [
    401,
    'Wrong code',
    'This code is wrong, already used or expired. Please enter the next one.',
  ],
  wrong_passkey: [
    401,
    'Passkey not accepted',
    'This passkey was not accepted. Try again, or log in another way.',
  ],
  challenge_ended: [
    401,
    'Timed out',
    'This took too long, or there were too many attempts. Please start again.',
  ],

  second_factor_needed: [
    403,
    'Second factor needed',
    'Everybody who works here needs a second factor. Set one up in your settings first.',
  ],
  fresh_sign_in_needed: [403, 'Password needed', 'Please enter your current password to do this.'],
  forbidden: [403, 'Not allowed', 'You do not have permission to do this.'],
  link_needed: [
    403,
    'Link needed',
    'Our staff are removing this second factor because it was reported as not yours. Only the link in our email to you can stop that.',
  ],
  not_your_account: [
    403,
    'Not your account',
    'You can only act on your own account. Nothing was changed.',
  ],
  cross_site: [
    403,
    'Request from another site',
    'This request came from another site and was refused.',
  ],
  staff_frozen: [
    403,
    'Staff account frozen',
    'Your account is frozen: you have no staff rights until somebody else unfreezes it.',
  ],
  account_frozen: [
    403,
    'Account frozen',
    'This account is frozen: no money can leave it. Our staff can unfreeze it.',
  ],
  email_unverified: [
    403,
    'Email address not confirmed',
    'Please confirm your email address first: open the link in our email, or send it again from your dashboard. Nothing was booked or changed.',
  ],
  account_closed: [403, 'Account closed', 'This account is closed.'],
  not_on_yourself: [
    403,
    'Not on your own account',
    'Staff cannot act on their own account. Somebody else must do this.',
  ],
  fixed_account: [
    403,
    'A demonstration account',
    'The demonstration’s own accounts cannot be deleted, and their email, password, second factor and role are fixed.',
  ],

  not_found: [404, 'Not found', 'There is nothing here.'],
  link_ended: [
    404,
    'Link no longer valid',
    'This link has expired, was used, or was replaced by a newer one. Please ask for a new one.',
  ],
  unknown_session: [404, 'Unknown session', 'There is no such session, or it has already ended.'],
  unknown_factor: [404, 'Unknown second factor', 'There is no such second factor.'],
  unknown_user: [404, 'Unknown user', 'There is no such user.'],
  unknown_recipient: [
    404,
    'Unknown account ID',
    'No account has this account ID. Check it with the recipient.',
  ],
  unknown_loan: [404, 'Unknown loan', 'There is no such loan. Nothing was booked.'],
  unknown_edition: [404, 'Unknown edition', 'There is no such edition. Nothing was changed.'],
  unknown_import: [
    404,
    'Unknown import',
    'There is no such import, or its file isn’t kept any more.',
  ],
  unknown_announcement: [404, 'Unknown announcement', 'There is no such announcement.'],
  unknown_message: [404, 'Unknown message', 'There is no such message.'],
  unknown_view: [404, 'Unknown view', 'You have no such saved view. Nothing was changed.'],
  unknown_destination: [
    404,
    'Unknown destination',
    'You have no such saved destination. Nothing was changed.',
  ],
  unknown_document: [404, 'Unknown document', 'There is no such document.'],
  unknown_withdrawal: [404, 'Unknown withdrawal', 'There is no such withdrawal request.'],
  unknown_batch: [404, 'Unknown batch', 'There is no such batch of payouts.'],
  unknown_export: [404, 'Unknown file', 'There is no such file for the bank.'],
  unknown_list: [404, 'Unknown list', 'There is no such list of payouts.'],
  unknown_change: [404, 'Unknown change', 'There is no such sign-in change.'],
  unknown_investment: [404, 'Unknown investment', 'There is no such investment.'],
  unknown_statement: [
    404,
    'Unknown statement',
    'There is no statement for this month: the account was not open then, or the month has not begun.',
  ],
  unknown_action: [404, 'Unknown action', 'There is no such action of staff.'],
  unknown_plan: [404, 'Unknown plan', 'There is no such plan.'],
  method_not_allowed: [405, 'Method not allowed', 'This address does not support that method.'],

  email_taken: [409, 'Email taken', 'An account with this email already exists.'],
  already_decided: [409, 'Already decided', 'This request has already been decided.'],
  not_pending: [409, 'No longer pending', 'This request is no longer pending.'],
  not_as_shown: [
    409,
    'Not as shown',
    'This request is no longer what your screen showed. Nothing was decided: reload it and check.',
  ],
  view_name_taken: [
    409,
    'Name taken',
    'You have a saved view of this name. Choose another name; nothing was changed.',
  ],
  shared_name_taken: [
    409,
    'Name taken',
    'A shared view of this list has this name. Choose another name; nothing was changed.',
  ],
  destination_changed: [
    409,
    'Not as saved',
    'This is not where the saved destination leads. Nothing was booked: reload the page and check.',
  ],
  already_saved: [
    409,
    'Already saved',
    'You have already saved this destination. Nothing was changed.',
  ],
  not_as_recorded: [
    409,
    'Not as recorded',
    'This request is not what was recorded of it. Nothing was booked, and no money may leave for it until that is explained.',
  ],
  not_approved: [
    409,
    'Not awaiting payment',
    'Only an approved wallet withdrawal can be paid or returned.',
  ],
  exported: [
    409,
    'Exported for the bank',
    'This payout is in a file that was exported for the bank, which may still pay it. Nothing was booked: record its payout, or have two administrators give that file up first.',
  ],
  in_a_batch: [
    409,
    'In a batch of payouts',
    'A batch of payouts may still pay this request. Nothing was booked: cancel that batch if it was not sent, or rebuild it without this request.',
  ],
  batch_changed: [
    409,
    'Changed meanwhile',
    'The batch, or what it is made of, changed meanwhile. Nothing was changed: reload the page and try again.',
  ],
  batch_ended: [
    409,
    'Not possible any more',
    'This batch is not at a step at which this can be done. Nothing was changed: reload the page.',
  ],
  batch_not_signed: [
    409,
    'Signatures are missing',
    'This batch has not all of its signatures yet. Nothing was sent: download it for the next signer.',
  ],
  coins_differ: [
    409,
    'Books and chain differ',
    'The coins in the books are not those on the chain. No payouts in bitcoin are built or sent until that is explained; deposits go on.',
  ],
  coins_not_moved: [
    409,
    'Not on the chain',
    'No block that was read has a transaction of this ID that moved coins of the firm’s wallet, or it is a batch of payouts. Nothing was booked: wait until it is mined, or reject the entry.',
  ],
  cover_beyond: [
    409,
    'More than is owed',
    'Capital covers at most what is owed against coins: what is put in beyond that could never be taken out again. Nothing was booked.',
  ],
  batches_apart: [
    409,
    'Two batches are needed',
    'Some of these withdrawals were in different batches before, and one new batch cannot exclude all of those. Nothing was built: put them into batches of their own.',
  ],
  stale_version: [
    409,
    'Changed in the meantime',
    'This user has changed since the form was opened. Nothing was saved: look at the new values first.',
  ],
  risk_warning_changed: [
    409,
    'Risk warning not accepted',
    'You have not accepted this plan’s current risk warning. Nothing was booked: please read and accept it first.',
  ],
  terms_changed: [
    409,
    'Terms not accepted',
    'You have not accepted this plan’s current terms. Nothing was booked: please read and accept them first.',
  ],
  plan_changed: [
    409,
    'Plan changed in the meantime',
    'This plan has changed since the form was opened. Nothing was saved: look at its new terms first.',
  ],
  already_on_sale: [409, 'Already on sale', 'This plan is already on sale.'],
  already_withdrawn: [409, 'Already withdrawn', 'This plan has already been withdrawn from sale.'],
  money_left: [
    409,
    'Money or obligations left',
    'This account still holds money or obligations and cannot be closed.',
  ],
  closing_waits: [
    409,
    'Closing already',
    'You have asked for this already: your account is about to close. Nothing was changed.',
  ],
  no_closing_waits: [
    409,
    'Not about to close',
    'This account is not about to close. Nothing was changed.',
  ],
  already_frozen: [409, 'Already frozen', 'This account is already frozen.'],
  not_frozen: [409, 'Not frozen', 'This account is not frozen.'],
  factor_there: [409, 'Already set up', 'An authenticator app is already set up. Remove it first.'],
  already_opened: [409, 'Already opened', 'This account is already open.'],
  already_accepted: [
    409,
    'Already accepted',
    'You have accepted this already. Nothing was changed.',
  ],
  policy_changed: [
    409,
    'Text changed',
    'This text has changed since it was shown. Nothing was changed: load the page again and read it.',
  ],
  edition_withdrawn: [
    409,
    'Withdrawn',
    'This edition was withdrawn: what counted before goes on. Nothing was changed.',
  ],
  falls_due_now: [
    409,
    'Being booked',
    'An instalment falls due at this moment. Nothing was booked: please try again in a moment.',
  ],
  loan_applied_for: [
    409,
    'Asked for already',
    'You have asked for a loan, which is still to be decided. Nothing was sent.',
  ],
  loan_running: [409, 'Loan running', 'You have a loan that isn’t repaid yet. Nothing was sent.'],
  loan_decided: [409, 'Decided already', 'This was decided or withdrawn. Nothing was changed.'],
  loan_nothing_asked: [409, 'Nothing asked', 'Nothing more was asked for. Nothing was changed.'],
  loan_awaits_answer: [
    409,
    'More was asked for',
    'More was asked for, and isn’t there yet. Nothing was lent.',
  ],
  loan_not_overdue: [
    409,
    'Nothing overdue',
    'Nothing of this loan is overdue. Nothing was changed.',
  ],
  loan_called_due: [409, 'Called due already', 'This loan was called due. Nothing was changed.'],
  loan_ended: [409, 'Loan ended', 'This loan has ended. Nothing was booked.'],
  edition_counts: [
    409,
    'Counts already',
    'This edition counts already, and can’t be withdrawn: propose another one. Nothing was changed.',
  ],
  already_settled: [409, 'Already settled', 'This investment has already been settled.'],
  questions_changed: [
    409,
    'Questions changed',
    'These questions have changed since they were shown. Nothing was recorded: please answer the new ones.',
  ],
  already_answered: [
    409,
    'Already answered',
    'You have answered these questions already, and can invest. Nothing was changed.',
  ],
  limit_unchanged: [
    409,
    'Limit unchanged',
    'This is your own limit already, or it waits already. Nothing was changed.',
  ],
  already_undone: [
    409,
    'Already undone',
    'This investment was undone already: its amount has returned to your balance. Nothing was booked.',
  ],
  undoing_too_late: [
    409,
    'Too late to undo',
    'The time in which this investment could be undone has passed. Nothing was booked: it goes on, and is paid when it matures.',
  ],
  not_undoable: [
    422,
    'Cannot be undone',
    'Only the first investment of an account can be undone, where it was opened with a time for that. Nothing was booked: this one goes on, and is paid when it matures.',
  ],
  choice_unchanged: [
    409,
    'Choice unchanged',
    'This is chosen for the end of this investment already. Nothing was changed.',
  ],
  choosing_too_late: [
    409,
    'Too late to choose',
    'This investment has reached its last day: what happens to it is settled. Nothing was changed.',
  ],
  reinvesting_chosen: [
    409,
    'To be invested again',
    'This investment is to be invested again when it matures. Nothing was booked.',
  ],
  not_due: [409, 'Not yet due', 'This investment has not matured yet.'],
  reference_used: [
    409,
    'Reference already used',
    'A booking with this external reference already exists.',
  ],
  change_open: [
    409,
    'Already proposed',
    'The removal of this second factor is already proposed or waiting.',
  ],
  proposal_ended: [
    409,
    'No longer open',
    'This proposal has run out, or whoever made it no longer has the right to it, or cannot act. Nothing was changed: propose it again.',
  ],
  unknown_entry: [404, 'Unknown entry', 'There is no such entry at the bank.'],
  not_in_suspense: [
    409,
    'Not in suspense',
    'This receipt does not wait in suspense. Nothing was booked: reload the list.',
  ],
  not_booked: [
    409,
    'Not booked',
    'Only a receipt that was booked can be reversed. Nothing was booked: reload the list.',
  ],
  not_paid_out: [
    409,
    'Not paid out to a bank account',
    'Only a payout to a bank account that was paid comes back, once. Nothing was recorded: look at the request.',
  ],
  more_than_paid: [422, 'More than was paid', 'More can’t come back than was paid out.'],
  wrong_value_date: [
    422,
    'Value date out of range',
    'The value date is at most a year ago and at most five days ahead. Nothing was recorded: check it on the statement.',
  ],
  account_differs: [
    422,
    'Another account',
    'Money goes back only to the account it came from, and that is another one. Nothing was recorded.',
  ],
  not_reconciled: [
    409,
    'Not reconciled',
    'Something is left over between the statement and the books. Nothing was recorded.',
  ],
  payouts_blocked: [
    409,
    'Payouts are blocked',
    'The books were restored, and lack what was paid since. Only a payout that was made before is recorded, under its own reference and amount. Nothing was booked: the page Payouts after a restore lists them.',
  ],
  paid_before_restore: [
    409,
    'Perhaps paid already',
    'This was paid before the books were restored, and that isn’t matched yet. Nothing was booked: match it on the page Payouts after a restore first.',
  ],
  unknown_verification: [
    404,
    'Unknown verification',
    'Nobody has sent this in. Nothing was changed.',
  ],
  verification_open: [
    409,
    'Already sent in',
    'We are still reviewing your documents. Nothing was changed.',
  ],
  nothing_missing: [
    409,
    'Nothing is missing',
    'Nothing is missing from this person. Nothing was sent.',
  ],
  reminded_lately: [
    409,
    'Told lately',
    'They were told what is missing less than a week ago. Nothing was sent.',
  ],
  already_verified: [
    409,
    'Already verified',
    'You are already verified. You can submit new documents in the last 60 days before that ends. Nothing was changed.',
  ],
  finally_refused: [
    422,
    'Refused for good',
    'We cannot verify you, and that is final: no money can come in and no plan can be opened. What is yours can be sent out, to where it came from. Nothing was booked.',
  ],
  too_young: [422, 'Too young', 'You must be at least 18 years old. Nothing was submitted.'],
  country_not_served: [
    422,
    'Country not served',
    'We cannot serve people who live in this country. Nothing was submitted.',
  ],
  documents_missing: [
    422,
    'Documents missing',
    'Please add both: a photo of your identity card or passport, and a proof of your address. Nothing was submitted.',
  ],
  wrong_day: [
    422,
    'Day out of range',
    'Verified until is a day after tomorrow, and at most ten years from now. Nothing was decided.',
  ],
  beyond_limit: [422, 'Beyond your limit', 'This is above your limit. Nothing was booked.'],
  recipient_limit: [
    422,
    'Beyond the recipient’s limit',
    'This is more than the recipient may receive at present. Nothing was booked: reject the request, or wait until it fits.',
  ],
  not_where_it_came_from: [
    422,
    'Not where it came from',
    'Money of a person who was refused for good goes back to a bank account that it came from, and this is another place. Nothing was booked.',
  ],
  payouts_unmatched: [
    409,
    'Payouts to be matched',
    'A payout from before the restore is neither matched nor explained. Payouts stay blocked.',
  ],
  payout_can_be_recorded: [
    409,
    'Record it again',
    'What was paid is still in the books. Nothing was changed: record the payout again, with the same reference.',
  ],
  payouts_not_blocked: [409, 'Payouts are not blocked', 'Payouts go on. Nothing was changed.'],
  unknown_payout: [404, 'Payout not found', 'There is no such payout. Nothing was changed.'],
  already_open: [409, 'Already open', 'The firm is open already. Nothing was changed.'],
  not_ready_to_open: [
    409,
    'Not ready to open',
    'Something is still missing: the page on going live names it. Nothing was opened.',
  ],
  approved_alone: [
    403,
    'You approved it alone',
    'You alone approved this request, so somebody else pays it. Nothing was changed.',
  ],
  verified_by_you: [
    403,
    'You verified this person',
    'You verified this person, so somebody else lifts what keeps their money. Nothing was changed.',
  ],
  lifted_by_you: [
    403,
    'Not by you',
    'You lifted what kept this person’s money, alone or as one of two, so somebody else verifies them. Nothing was changed.',
  ],
  law_check: [
    409,
    'A check that the law requires',
    'A check that the law requires is not finished. Nothing was changed: please try again later.',
  ],
  month_closed: [
    409,
    'Month closed',
    'The books of this month are closed: nothing is booked in it any more. Nothing was changed.',
  ],
  month_not_ready: [
    409,
    'Month not ready',
    'This month can’t be closed yet: the page of months says what lacks. Nothing was changed.',
  ],
  month_not_closed: [409, 'Month not closed', 'This month isn’t closed. Nothing was changed.'],
  unknown_check: [404, 'Not found', 'There is no such check.'],
  auditor_alone: [
    422,
    'An auditor has no other role',
    'Whoever audits looks at what others did, and does none of it: an auditor has no other role. Nothing was changed.',
  ],
  role_needs_factor: [
    409,
    'Second factor needed',
    'Whoever works here needs a second factor, and this person has none yet. Nothing was changed: ask them to add one first.',
  ],
  payouts_unknown: [
    409,
    'Not every payout is known',
    'Older payouts may be lost too, and are not listed. Ask whoever runs this server to list them from the archive with npm run payouts:block. Payouts stay blocked.',
  ],
  documents_unopened: [
    409,
    'Documents not opened',
    'You have not opened every document of this case. Open and compare each of them, then decide. Nothing was decided.',
  ],
  checks_missing: [
    422,
    'Not everything is confirmed',
    'Confirm everything that is asked of these documents, or refuse and say what is missing. Nothing was decided.',
  ],
  document_expired: [
    422,
    'Document expired',
    'This identity document has expired. Refuse, and ask for one that is valid. Nothing was decided.',
  ],
  document_known: [
    409,
    'Same document elsewhere',
    'The same document number is recorded for another person. Compare both people, confirm that you did, and decide again. Nothing was decided.',
  ],
  document_submitted: [
    409,
    'Submitted already',
    'This document was submitted: our staff look at it. Nothing was removed.',
  ],
  unknown_work: [404, 'Unknown work', 'There is nothing like this that waits for staff.'],
  work_done: [
    409,
    'Decided meanwhile',
    'This has been decided meanwhile, and waits no longer. Nothing was changed.',
  ],
  written_meanwhile: [
    409,
    'Written meanwhile',
    'Something was written here meanwhile: read it first. Nothing was sent.',
  ],
  work_taken: [409, 'Taken meanwhile', 'Somebody else took this meanwhile. Nothing was changed.'],
  not_your_work: [
    409,
    'You had a part in it',
    'You had a part in this already: somebody else decides it, and takes it. Nothing was changed.',
  ],
  cannot_be_given: [
    409,
    'Not to this person',
    'This person can’t decide on it: they lack the role, are frozen, have left, or had a part in it. Nothing was changed.',
  ],
  not_that_day: [
    422,
    'Not to that day',
    'Work can be put off by 30 days at most. Nothing was changed.',
  ],
  unknown_proposal: [404, 'Unknown proposal', 'There is no such proposal.'],
  first_approver_gone: [
    409,
    'The first no longer counts',
    'Whoever began this no longer has the right to it, or cannot act, so it cannot be approved. Nothing was changed: reject it, and propose it again.',
  ],
  same_approver: [
    409,
    'Same person',
    'You have already approved this. A second, different person must approve it too.',
  ],
  last_administrator: [
    409,
    'Last administrator',
    'The last active administrator cannot be frozen or removed. Nothing was changed.',
  ],

  request_timeout: [
    408,
    'Request too slow',
    'The request did not arrive in time. Nothing was changed.',
  ],
  too_large: [413, 'Body too large', 'The body is too large. Nothing was changed.'],
  not_json_type: [
    415,
    'Wrong content type',
    'Bodies must be sent as application/json. Nothing was changed.',
  ],
  not_bytes_type: [
    415,
    'Wrong content type',
    'Send the bytes of the file as application/octet-stream. Nothing was stored.',
  ],
  uri_too_long: [414, 'Address too long', 'The address is too long.'],
  unknown_host: [421, 'Unknown host', 'This server does not serve that host name.'],
  headers_too_large: [431, 'Headers too large', 'The headers of the request are too large.'],

  insufficient_balance: [422, 'Insufficient balance', 'Insufficient balance for this transfer'],
  loan_not_offered: [422, 'Not offered', 'Such a loan isn’t offered. Nothing was sent.'],
  loan_needs_verification: [
    422,
    'Not verified',
    'A loan is for people who are verified. You can send your documents on the page Verification. Nothing was sent.',
  ],
  loan_owed_first: [
    422,
    'Owed on a loan',
    'Only what your balance has above what you owe on a loan can be invested or sent to an account here. Nothing was booked.',
  ],
  loan_income_short: [
    422,
    'Not that much was paid',
    'Borrowers have paid less than this in interest and fees that wasn’t drawn yet. Nothing was booked.',
  ],
  loan_pool_short: [
    422,
    'Loan pool short',
    'The loan pool doesn’t hold this much. Nothing was lent: fund it first.',
  ],
  more_than_owed: [422, 'More than is owed', 'This is more than is owed. Nothing was booked.'],
  too_little_early: [
    422,
    'Too little to pay early',
    'This doesn’t cover the interest until today. Nothing was booked.',
  ],
  insufficient_balance_to_invest: [
    422,
    'Insufficient balance',
    'Your balance does not cover this amount.',
  ],
  notice_too_short: [
    422,
    'Too soon',
    'People must be told earlier. Nothing was changed: choose a later day.',
  ],
  policies_to_accept: [
    422,
    'Please accept first',
    'Please read and accept our policies first, on the page Policies. Nothing was booked; you can withdraw your money at any time.',
  ],
  answers_needed: [
    422,
    'Questions first',
    'Please answer the questions before your first investment. Nothing was booked.',
  ],
  answers_paused: [
    422,
    'Not for now',
    'Based on your answers, plans aren’t suitable for you right now. Nothing was booked; you can withdraw your money at any time.',
  ],
  beyond_own_limit: [
    422,
    'Beyond your own limit',
    'This amount is above the limit that you set for yourself. Nothing was booked.',
  ],
  below_minimum: [422, 'Below the minimum', 'The amount is below the minimum of this plan.'],
  above_maximum: [422, 'Above the maximum', 'This amount needs a larger plan.'],
  not_covered: [
    422,
    'Not covered',
    'The returns pool cannot cover the profit on this investment at present. Nothing was booked.',
  ],
  plan_not_offered: [422, 'Plan not on sale', 'This plan is not on sale.'],
  plans_overlap: [
    422,
    'Plans overlap',
    'Another plan already covers these amounts. Nothing was changed.',
  ],
  not_a_coin_address: [
    422,
    'Not an address of this network',
    'One of these withdrawals goes to something else than an address of the wallet’s network. Nothing was built: leave it out, and pay it by hand or return it.',
  ],
  batch_not_built: [
    422,
    'The batch cannot be built',
    'The batch cannot be built now. Nothing was changed.',
  ],
  list_not_built: [
    422,
    'The list cannot be made',
    'The list cannot be made now. Nothing was changed.',
  ],
  batch_wrong: [
    422,
    'The batch is not right',
    'The batch is not what its withdrawals, coins and rate make. Nothing was built, and this should never happen: have it looked into.',
  ],
  fee_too_low: [
    422,
    'The fee is too low',
    'A replacement needs a higher fee rate and a higher fee than every batch that was sent before it: nodes pass on no other. Nothing was built.',
  ],
  signature_wrong: [
    422,
    'Not a signature of this batch',
    'This file is not this batch with signatures that are right. Nothing was changed.',
  ],
  signer_differs: [
    422,
    'Your signer shows another address',
    'This is not the address that the server makes of its settings. Nothing was confirmed: check on your signer which wallet is open and that it shows the first address for receiving, and have the settings of the server checked.',
  ],
  wallet_known: [
    409,
    'These keys are another wallet',
    'The server has another wallet with the same addresses. Nothing was confirmed: use the descriptor that was confirmed before.',
  ],
  no_bitcoin: [404, 'No Bitcoin here', 'This firm takes no bitcoin. Nothing was changed.'],
  no_usdt: [404, 'No USDT here', 'This firm takes no USDT. Nothing was changed.'],
  no_address: [
    409,
    'No address at the moment',
    'No address for coins can be shown at the moment. Nothing was changed.',
  ],
  coins_untried: [
    409,
    'The wallet is still being tried',
    'Two people have not confirmed a first deposit and a first payout of this wallet yet. Until then only staff are paid by it. Nothing was changed.',
  ],
  first_coins_unknown: [
    409,
    'The books have no such transaction',
    'The books have no deposit or no payout by that transaction. Nothing was changed.',
  ],
  wallet_unconfirmed: [
    409,
    'The wallet is not confirmed',
    'Two administrators have not compared this wallet with their signer yet. No address was drawn.',
  ],
  nothing_to_change: [
    422,
    'Nothing to change',
    'The plan already has these terms. Nothing was changed.',
  ],
  profit_rounds_to_zero: [422, 'Amount too small', 'The profit on this amount rounds to zero.'],
  destination_on_hold: [
    422,
    'On hold after a change',
    'The sign-in of this account was changed recently. Until the hold ends, money can only be sent to destinations that were paid before.',
  ],
  destination_waits: [
    422,
    'Saved a short time ago',
    'This destination was saved a short time ago. Nothing was booked; money can be sent there when its wait is over.',
  ],
  too_many_pending: [
    422,
    'Too many pending requests',
    'You have as many pending requests as are taken at a time. Nothing was booked: cancel one that you no longer need, or wait until one is decided.',
  ],
  below_smallest: [
    422,
    'Below the smallest withdrawal',
    'This is less than the smallest withdrawal. Nothing was booked: ask for more, or for your whole balance while no other request of yours is pending.',
  ],
  too_many_views: [
    422,
    'Too many views',
    'You have saved 20 views of this list. Delete one that you no longer need; nothing was changed.',
  ],
  too_many_destinations: [
    422,
    'Too many destinations',
    'You have saved 30 destinations. Remove one that you no longer need; nothing was changed.',
  ],
  file_kind_refused: [
    422,
    'Kind of file not accepted',
    'This kind of file cannot be used. Send a photo as JPEG, PNG or WebP, or a PDF. Nothing was stored.',
  ],
  file_damaged: [
    422,
    'File damaged',
    'This file cannot be read: it is damaged or cut short. Take the photo again, or save the PDF again, and send that. Nothing was stored.',
  ],
  picture_too_large: [
    422,
    'Too many pixels',
    'This picture has too many pixels to be read here: at most 40 million, or 12 million where it is built up in passes. Send a smaller one. Nothing was stored.',
  ],
  pdf_refused: [
    422,
    'PDF not accepted',
    'This PDF cannot be used. Print it to a new PDF and send that. Nothing was stored.',
  ],
  file_harmful: [
    422,
    'Harmful file',
    'Our scanner takes this file for harmful. Nothing was stored: send another copy, or a photo of the document.',
  ],
  page_not_shown: [
    422,
    'Page not shown',
    'This page cannot be shown here. Download the PDF, and open it where nothing can be harmed.',
  ],
  nobody_reached: [
    422,
    'Nobody reached',
    'Nobody matches what you chose. Nothing was proposed: choose otherwise.',
  ],
  not_awaited: [409, 'Not awaited', 'No import waits for so much money. Nothing was recorded.'],
  opening_stays: [
    409,
    'Opening balance stays',
    'The import is cleared, or is still being booked. Nothing was taken back.',
  ],
  opening_spent: [
    409,
    'Not in the balance',
    'The balance, or the opening balance, has less than that left. Nothing was taken back.',
  ],
  import_open: [
    409,
    'Another import is open',
    'Another import isn’t finished: its people are being booked, or their money hasn’t arrived. Nothing was imported.',
  ],
  import_file_changed: [
    409,
    'File not as proposed',
    'The file isn’t the one that was checked. Nothing was imported: check it again and propose it anew.',
  ],
  import_lines_wrong: [
    409,
    'Wrong lines',
    'Lines of the file are wrong. Nothing was imported: check the file again.',
  ],
  import_not_booking: [409, 'Import booked', 'This import is booked already. Nothing was changed.'],
  import_incomplete: [
    409,
    'Import not complete',
    'Not all of this import is booked. Nothing was changed.',
  ],
  import_not_cleared: [
    409,
    'Customers are being imported',
    'Customers are being imported. New investments, approvals and corrections wait until their money has arrived. Nothing was booked or lost: please try again later.',
  ],
  announcement_not_sending: [
    409,
    'Announcement not being sent',
    'This announcement is stopped or sent already. Nothing was changed.',
  ],
  announcement_not_stopped: [
    409,
    'Announcement not stopped',
    'This announcement isn’t stopped. Nothing was changed.',
  ],
  too_many_messages: [
    422,
    'Too many messages',
    'You can write 30 messages in one day. Nothing was sent: please try again tomorrow.',
  ],
  asks_for_payment: [
    422,
    'It asks for a payment',
    'It reads as if something had to be paid before money is received, which nobody ever has to. Nothing was sent.',
  ],
  too_many_documents: [
    422,
    'Too many documents',
    'You have 10 documents that are not submitted yet. Remove one that you do not need; nothing was stored.',
  ],
  unknown_archive: [
    404,
    'Unknown copy',
    'There is no such copy of your data, or it is not ready yet, or its week is over.',
  ],
  archives_today: [
    422,
    'Too many copies in one day',
    'In one day you can ask for three copies of your data. Nothing was changed: please try again tomorrow.',
  ],
  archives_large_today: [
    422,
    'Too many large copies in one day',
    'Your documents are large: you can ask for another copy of your data tomorrow. Nothing was changed, and the copy that you asked for today stays.',
  ],
  unknown_pack: [
    404,
    'Unknown pack',
    'There is no such pack of evidence, or it is not ready, or its week is over.',
  ],
  packs_today: [
    422,
    'Too many packs in one day',
    'In one day ten packs of evidence can be asked for. Nothing was changed: please try again tomorrow.',
  ],
  no_such_range: [
    416,
    'No such part',
    'The file has no such part. Download it from its beginning.',
  ],
  unknown_sample: [404, 'Unknown sample', 'There is no such sample.'],
  not_in_sample: [404, 'Not in this sample', 'This user was not drawn in this sample.'],
  already_marked: [
    409,
    'Marked already',
    'This user is already marked as reviewed. Nothing was changed.',
  ],
  unknown_mark: [404, 'Unknown mark', 'There is no such mark.'],
  documents_today: [
    422,
    'Too much in one day',
    'In one day you can add 30 documents, and 60 MB together. Nothing was stored: please try again tomorrow.',
  ],
  firms_own_address: [
    422,
    'Our own address',
    'This is one of our own deposit addresses. Nothing was booked: give the address of your own wallet.',
  ],
  own_account: [422, 'Own account', 'You cannot transfer to your own account.'],
  recipient_closed: [422, 'Recipient closed', 'The recipient’s account is closed.'],
  address_mistyped: [
    422,
    'Address mistyped',
    'This address has a typing mistake: its checksum is wrong.',
  ],
  not_a_bank_report: [
    422,
    'Not such a report',
    'This isn’t a report on payments: it must be ISO 20022 pain.002. Nothing was changed.',
  ],
  bank_contradicts: [
    409,
    'The bank contradicts itself',
    'The bank takes a payment that it had rejected and that was reopened. Nothing was recorded: call the bank.',
  ],
  not_in_latin_letters: [
    422,
    'Not in Latin letters',
    'Banks take names in Latin letters only: please write the account holder in A to Z, as the bank has it. Accents are left out by themselves. Nothing was changed.',
  ],
  not_referred: [422, 'Not referred', 'This user was not referred'],
  credit_rounds_to_zero: [422, 'Amount too small', 'Ten percent of this amount rounds to zero.'],
  referral_pool_short: [
    422,
    'Referral pool short',
    'The referral pool cannot cover this credit. Fund it first; nothing was booked.',
  ],
  corrections_pool_short: [
    422,
    'Corrections pool short',
    'The corrections pool cannot cover this change. Fund it first; nothing was booked.',
  ],
  coins_short: [
    422,
    'Not so many coins',
    'The books have fewer coins in the wallet than this. Nothing was booked.',
  ],
  bank_short: [
    422,
    'Not so many dollars',
    'The clients’ account has fewer dollars in the books than this. Nothing was booked.',
  ],
  rate_unexplained: [
    422,
    'Say why',
    'This is more than 10% off the last rate, or there is none to compare it with. Nothing was recorded: check the figures, and give a reason if they are right.',
  ],
  capital_short: [
    422,
    'Capital short',
    'The firm’s capital does not cover this amount. Nothing was booked.',
  ],
  balance_below_zero: [
    422,
    'Balance below zero',
    'A balance cannot be below zero. Nothing was saved.',
  ],
  totals_below_zero: [
    422,
    'Total below zero',
    'Profit and loss cannot be below zero. Nothing was saved.',
  ],
  beyond_calendar: [
    422,
    'Beyond the calendar',
    'The clock of this demonstration cannot be moved beyond the year 2199. Nothing was changed; npm run demo:reset starts over.',
  ],
  key_reused: [
    422,
    'Key used for another request',
    'This idempotency key was used for a request with another body.',
  ],

  too_many_attempts: [
    429,
    'Too many attempts',
    'Too many attempts. Please wait a moment and try again.',
  ],
  too_many_failures: [
    429,
    'Too many wrong passwords',
    'Someone is trying passwords on this account. Until they stop, only a browser that has signed in to it before can do so. If it is yours, open the link in our email to you in this browser, or reset your password here.',
  ],
  too_many_recipients: [
    429,
    'Too many account IDs looked up',
    'You have looked up as many account IDs that are new to you as we allow in a day. You can still send money to anybody. Please try again later.',
  ],
  too_many_requests: [
    429,
    'Too many requests',
    'Too many requests. Please wait a moment and try again.',
  ],

  internal_error: [
    500,
    'Something went wrong',
    'Something went wrong on our side. If money was involved, repeat the request with the same key: it is booked at most once.',
  ],
  files_unchecked: [
    503,
    'Files cannot be checked',
    'Our scanner does not answer, and nothing is taken unchecked. Nothing was stored; please try again in a moment.',
  ],
  not_open_yet: [
    503,
    'Not open yet',
    'This firm is not open yet. Its staff are setting it up; nothing was booked.',
  ],
  new_business_paused: [
    503,
    'New business is paused',
    'New accounts, deposits and investments are paused for now. What is there stays yours: running plans are paid and money can be withdrawn as ever. Nothing was booked.',
  ],
  busy: [503, 'Busy', 'The server is busy. Nothing was booked; please try again in a moment.'],
  outcome_unknown: [
    503,
    'Outcome unknown',
    'The connection to the books was lost. Repeat the request with the same key: it is booked at most once.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'The books cannot be reached right now. Nothing was booked; please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, message: string]>

export type ProblemCode = keyof typeof problems

/**
 * A rule that said no: a code of the catalogue, with a sentence or fields of its own where it has them, the plan as it is
 * where another one was accepted, and why the session ended that was presented.
 */
export type Refusal = {
  code: ProblemCode
  message?: string
  fields?: Record<string, string>
  plan?: OfferedPlan
  ended?: SessionEnd
}

/** What people read of it. */
export const sentenceOf = ({ code, message }: Refusal): string => message ?? problems[code][2]

/** An expected refusal on its way up to the one place that turns it into a reply. */
export class ProblemError extends Error {
  readonly refusal: Refusal
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal | ProblemCode, retryAfterSeconds?: number) {
    const value = typeof refusal === 'string' ? { code: refusal } : refusal
    super(sentenceOf(value))
    this.refusal = value
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const problemType = 'application/problem+json'

/** RFC 9457, with the code, the fields and the plan that screens use; `message` repeats `detail`. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  plan: offeredPlan.optional().meta({
    description:
      'With risk_warning_changed and terms_changed: the plan as it is now, to be shown and accepted',
  }),
  ended: z.enum(sessionEnds).optional().meta({
    description:
      'With not_signed_in: why the session ended that was presented; absent where nothing is known of it',
  }),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problemSchema>

export function problemBody(refusal: Refusal, requestId: string): Problem {
  const [status, title] = problems[refusal.code]
  const detail = sentenceOf(refusal)
  return {
    type: `/docs/api#${refusal.code}`,
    title,
    status,
    detail,
    code: refusal.code,
    message: detail,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.plan ? { plan: refusal.plan } : {}),
    ...(refusal.ended ? { ended: refusal.ended } : {}),
    requestId,
  }
}
