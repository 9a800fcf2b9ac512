CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`digest` text NOT NULL,
	`identity` integer,
	`actor` text NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer,
	`receipt` text
);
--> statement-breakpoint
ALTER TABLE `projects` ADD `decision_retention_days` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `decision_retention_keeps` text;