ALTER TABLE `erasures` ADD `kept_because` text;--> statement-breakpoint
ALTER TABLE `list_entries` ADD `hash_key` text;