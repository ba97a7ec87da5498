alter table proposals validate constraint proposals_decided_whole;
