<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** Why a decision has its score. */
final class Reasons implements \JsonSerializable
{
    public function __construct(
        public readonly string $status,
        /** Why there are no reasons, or none yet. */
        public readonly ?string $detail,
        /** One-sentence explanation of the decision. */
        public readonly ?string $summary,
        /** At most three: definite evidence first unless it adds next to nothing, then the strongest of each group. @var list<\BookingRisk\Model\Reason> */
        public readonly array $strongest,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            status: $json['status'],
            detail: !isset($json['detail']) ? null : $json['detail'],
            summary: !isset($json['summary']) ? null : $json['summary'],
            strongest: \array_map(\BookingRisk\Model\Reason::fromArray(...), $json['strongest']),
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'status' => $this->status,
                'detail' => $this->detail,
                'summary' => $this->summary,
                'strongest' => $this->strongest,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
