CREATE TABLE `day_tallies` (
	`kind` integer NOT NULL,
	`day` integer NOT NULL,
	`score` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`, `score`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `filed` (
	`project` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	`seq` integer NOT NULL,
	`kind` integer NOT NULL,
	`score` integer NOT NULL,
	PRIMARY KEY(`project`, `at`, `tie`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `filed_projects` (
	`number` integer PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `filed_projects_project_id_unique` ON `filed_projects` (`project_id`);--> statement-breakpoint
CREATE TABLE `filing` (
	`id` integer PRIMARY KEY NOT NULL,
	`decisions_to` integer NOT NULL,
	`outcomes_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hotels` (
	`project` integer NOT NULL,
	`hotel` integer NOT NULL,
	`name` text NOT NULL,
	`country` text NOT NULL,
	`reference_id` text NOT NULL,
	`giata_id` text NOT NULL,
	PRIMARY KEY(`project`, `hotel`, `name`, `country`, `reference_id`, `giata_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hour_tallies` (
	`kind` integer NOT NULL,
	`hour` integer NOT NULL,
	`score` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`kind`, `hour`, `score`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `kinds` (
	`id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`risk_level` text NOT NULL,
	`suggested_action` text NOT NULL,
	`risk_setting` text NOT NULL,
	`source` text NOT NULL,
	`model_name` text NOT NULL,
	`model_version` text NOT NULL,
	`seen` integer NOT NULL,
	`outcome` text NOT NULL,
	`score_from` integer NOT NULL,
	`score_to` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kinds_once` ON `kinds` (`project`,`risk_level`,`suggested_action`,`risk_setting`,`source`,`model_name`,`model_version`,`seen`,`outcome`);--> statement-breakpoint
CREATE TABLE `place_tallies` (
	`project` integer NOT NULL,
	`place` integer NOT NULL,
	`day` integer NOT NULL,
	`value` integer NOT NULL,
	`decisions` integer NOT NULL,
	`denied` integer NOT NULL,
	PRIMARY KEY(`project`, `place`, `day`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `requests` (
	`project` integer NOT NULL,
	`day` integer NOT NULL,
	`request` integer NOT NULL,
	`at` integer NOT NULL,
	`tie` integer NOT NULL,
	PRIMARY KEY(`project`, `day`, `request`, `at`, `tie`)
) WITHOUT ROWID;
