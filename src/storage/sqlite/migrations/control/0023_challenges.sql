CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`champion_name` text NOT NULL,
	`champion_version` text NOT NULL,
	`share` real NOT NULL,
	`secret` text NOT NULL,
	`forced` integer NOT NULL,
	`started_at` integer NOT NULL,
	`until` integer NOT NULL,
	`ended_at` integer,
	`ended_because` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `challenges_running` ON `challenges` (`project_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `challenges_by_model` ON `challenges` (`project_id`,`name`,`version`);