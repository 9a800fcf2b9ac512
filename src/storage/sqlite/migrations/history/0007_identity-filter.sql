CREATE TABLE `identity_filter` (
	`part` integer PRIMARY KEY NOT NULL,
	`decisions_to` integer NOT NULL,
	`words` blob NOT NULL
);
