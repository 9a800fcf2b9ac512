CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`project_id` text,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `models` (
	`name` text NOT NULL,
	`version` text NOT NULL,
	`sha256` text NOT NULL,
	`bundle_sha256` text NOT NULL,
	`manifest` text NOT NULL,
	`installed_at` integer NOT NULL,
	`retired_at` integer,
	PRIMARY KEY(`name`, `version`)
);
--> statement-breakpoint
CREATE TABLE `promotions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`actor` text NOT NULL,
	`promoted_at` integer NOT NULL,
	`rolled_back_at` integer
);
--> statement-breakpoint
CREATE INDEX `promotions_by_project` ON `promotions` (`project_id`,`seq`);--> statement-breakpoint
CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`project_id` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`passed` integer,
	`options` text NOT NULL,
	`report` text
);
--> statement-breakpoint
CREATE INDEX `replays_by_model` ON `replays` (`name`,`version`,`started_at`);--> statement-breakpoint
CREATE TABLE `shadows` (
	`project_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL
);
