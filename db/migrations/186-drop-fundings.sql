-- Capital and the funding of pools wait among all other proposals now (185).
drop table fundings;
