<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** An amount of money. */
final class Amount implements \JsonSerializable
{
    public function __construct(
        /** A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550. */
        public readonly int $value,
        /** A code of ISO 4217, in any letter case. */
        public readonly string $currency,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            value: $json['value'],
            currency: $json['currency'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'value' => $this->value,
                'currency' => $this->currency,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
