CREATE TABLE `list_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`type` text NOT NULL,
	`value` text NOT NULL,
	`identity` integer NOT NULL,
	`network` text,
	`reason` text NOT NULL,
	`decision_id` text,
	`version` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`archived_by` text,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `list_entries_by_version` ON `list_entries` (`project_id`,`version`,`id`);--> statement-breakpoint
CREATE INDEX `list_entries_by_kind` ON `list_entries` (`project_id`,`kind`,`version`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `list_entries_archived` ON `list_entries` (`project_id`,`kind`,`version`,`id`) WHERE archived_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `list_entries_by_identity` ON `list_entries` (`project_id`,`identity`);--> statement-breakpoint
ALTER TABLE `projects` ADD `lists_version` integer DEFAULT 0 NOT NULL;