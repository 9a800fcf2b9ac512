ALTER TABLE `list_entries` ADD `review` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `review_rules` text;