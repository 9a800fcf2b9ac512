CREATE TABLE `control_group_months` (
	`project_id` text NOT NULL,
	`month` text NOT NULL,
	`currency` text NOT NULL,
	`bookings` integer NOT NULL,
	`amount` real NOT NULL,
	PRIMARY KEY(`project_id`, `month`, `currency`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `projects` ADD `control_group` text;