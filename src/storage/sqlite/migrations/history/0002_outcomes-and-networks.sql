CREATE TABLE `attempts` (
	`project` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	`check_in` integer,
	`check_out` integer,
	`email` integer,
	`phone` integer,
	`booker` integer,
	`name` integer,
	`device` integer,
	`ip` integer,
	`network` integer,
	`domain` integer,
	`hotel` integer,
	`collection` integer,
	`city` integer,
	PRIMARY KEY(`project`, `at`, `tie`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `first_reports` (
	`project` integer PRIMARY KEY NOT NULL,
	`reported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`decisions_to` integer NOT NULL,
	`outcomes_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`project` integer NOT NULL,
	`identity` integer NOT NULL,
	`reported_at` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	`fraud` integer NOT NULL,
	`until` integer,
	PRIMARY KEY(`project`, `identity`, `reported_at`, `at`, `tie`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sightings` (
	`project` integer NOT NULL,
	`identity` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	PRIMARY KEY(`project`, `identity`, `at`, `tie`)
) WITHOUT ROWID;
