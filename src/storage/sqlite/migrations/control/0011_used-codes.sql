CREATE TABLE `used_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
