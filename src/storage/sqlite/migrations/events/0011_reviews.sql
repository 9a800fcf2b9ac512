CREATE TABLE `reviews` (
	`project_id` text NOT NULL,
	`decision_id` text NOT NULL,
	`sources` text NOT NULL,
	`opened_at` integer NOT NULL,
	`deadline` integer NOT NULL,
	`expected_loss` real NOT NULL,
	`place` real NOT NULL,
	`state` text NOT NULL,
	`due_at` integer,
	`claim` integer NOT NULL,
	`claimed_by` text,
	`claimed_at` integer,
	`verdict` text,
	`decided_by` text,
	`decided_at` integer,
	PRIMARY KEY(`project_id`, `decision_id`)
);
--> statement-breakpoint
CREATE INDEX `reviews_by_place` ON `reviews` (`project_id`,`state`,`place`,`decision_id`,`due_at`);--> statement-breakpoint
CREATE INDEX `reviews_by_due` ON `reviews` (`project_id`,`state`,`due_at`,`decision_id`);--> statement-breakpoint
CREATE INDEX `reviews_decided` ON `reviews` (`project_id`,`decided_at`) WHERE decided_at IS NOT NULL;