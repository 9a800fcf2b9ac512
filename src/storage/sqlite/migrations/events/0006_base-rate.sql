ALTER TABLE `decisions` ADD `model_probability` real;--> statement-breakpoint
ALTER TABLE `decisions` ADD `project_base_rate` real;--> statement-breakpoint
ALTER TABLE `decisions` ADD `model_base_rate` real;