<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** One of the strongest reasons for a score. */
final class Reason implements \JsonSerializable
{
    public function __construct(
        /** The code of a group of features. */
        public readonly string $group,
        /** The group as people read it. */
        public readonly string $groupTitle,
        /** The feature, as in /docs/features. */
        public readonly string $feature,
        /** Its value, and what is typical. The text may be worded differently later. */
        public readonly string $text,
        /** What it adds to the score, in points; negative where it lowers the score. */
        public readonly float $points,
        /** Evidence that stands by itself, such as a reported fraud, whatever its points. */
        public readonly bool $definite,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            group: $json['group'],
            groupTitle: $json['groupTitle'],
            feature: $json['feature'],
            text: $json['text'],
            points: $json['points'],
            definite: $json['definite'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'group' => $this->group,
                'groupTitle' => $this->groupTitle,
                'feature' => $this->feature,
                'text' => $this->text,
                'points' => $this->points,
                'definite' => $this->definite,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
