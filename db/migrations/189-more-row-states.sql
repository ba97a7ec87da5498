-- More tables have states beside their rows (src/desk/row-states.ts). Those that stand there get one at the next start, or by
-- `npm run migrate`: until then no server starts. Of a table that has states already no row gets one.
update desk.macs set states_filled_at = null;

-- What became of a batch, a list or a file for the bank was read from its commands.
drop index desk.commands_about_payouts;
