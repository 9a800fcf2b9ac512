CREATE TABLE `outcomes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`decision_id` text NOT NULL,
	`outcome` text NOT NULL,
	`occurred_at` integer,
	`note` text,
	`request_id` text NOT NULL,
	`reported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outcomes_by_decision` ON `outcomes` (`project_id`,`decision_id`,`seq`);