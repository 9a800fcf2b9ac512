<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The billing address given at checkout. */
final class Billing implements \JsonSerializable
{
    public function __construct(
        /** Street address. */
        public readonly ?string $addressLine = null,
        /** Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. */
        public readonly ?string $country = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            addressLine: !isset($json['addressLine']) ? null : $json['addressLine'],
            country: !isset($json['country']) ? null : $json['country'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'addressLine' => $this->addressLine,
                'country' => $this->country,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
