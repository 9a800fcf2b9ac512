<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** A value for a list. */
final class NewListEntry implements \JsonSerializable
{
    public function __construct(
        public readonly string $type,
        /** As people write it. It is stored as attempts are compared with it. */
        public readonly string $value,
        /** One line, for whoever reads the entry later. */
        public readonly string $reason,
        /** Until when it applies. Required on the allow list; without it, the entry applies until it is archived. */
        public readonly ?\DateTimeImmutable $expiresAt = null,
        /** The decision because of which it is added. */
        public readonly ?string $decisionId = null,
        /** On the watch list only: whether bookings that it marks go to review. */
        public readonly ?bool $review = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            type: $json['type'],
            value: $json['value'],
            reason: $json['reason'],
            expiresAt: !isset($json['expiresAt']) ? null : new \DateTimeImmutable($json['expiresAt']),
            decisionId: !isset($json['decisionId']) ? null : $json['decisionId'],
            review: !isset($json['review']) ? null : $json['review'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'type' => $this->type,
                'value' => $this->value,
                'reason' => $this->reason,
                'expiresAt' => $this->expiresAt?->format('Y-m-d\TH:i:s.vP'),
                'decisionId' => $this->decisionId,
                'review' => $this->review,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
