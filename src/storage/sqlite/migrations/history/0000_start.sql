CREATE TABLE `progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sightings` (
	`project_id` text NOT NULL,
	`identity` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	`email` integer,
	`phone` integer,
	`booker` integer,
	`name` integer,
	`device` integer,
	`ip` integer,
	`hotel` integer,
	`collection` integer,
	PRIMARY KEY(`project_id`, `identity`, `at`, `tie`)
) WITHOUT ROWID;
