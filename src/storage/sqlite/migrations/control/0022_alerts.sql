CREATE TABLE `alerts` (
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`event_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `kind`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
