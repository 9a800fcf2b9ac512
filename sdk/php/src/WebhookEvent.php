<?php

declare(strict_types=1);

namespace BookingRisk;

use BookingRisk\Exception\WebhookSignatureError;

/** What a webhook receives. The documents have the types, and what $data has in each. */
final class WebhookEvent implements \JsonSerializable
{
    private const TOLERANCE = 300; // Seconds, as in Standard Webhooks.

    /**
     * @param string $id the same each time that the event is sent
     * @param string $type such as decision.denied; a newer service may have more
     * @param \DateTimeImmutable $timestamp when it happened
     * @param int $sequence counts the events of the project, one after the other
     * @param array<string, mixed> $data
     */
    private function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly \DateTimeImmutable $timestamp,
        public readonly int $sequence,
        public readonly array $data,
    ) {
    }

    /**
     * Verifies a request that a webhook received, by Standard Webhooks 1.0.
     *
     * @param string $body as it arrived, before it is parsed: file_get_contents('php://input')
     * @param array<string, string> $headers such as getallheaders()
     * @param string $secret of the endpoint (whsec_…); while it is replaced, the old and the new one both verify
     * @throws WebhookSignatureError if it cannot be shown to come from the service
     * @throws \InvalidArgumentException if the secret is not one; without the secret
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
    ): self {
        $key = \base64_decode(\substr($secret, 6), true);
        if (!\str_starts_with($secret, 'whsec_') || $key === false || $key === '') {
            throw new \InvalidArgumentException('secret must be the one of the endpoint: whsec_…');
        }
        $headers = \array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (($headers[$name] ?? '') === '') {
                throw new WebhookSignatureError("$name is missing");
            }
        }
        ['webhook-id' => $id, 'webhook-timestamp' => $timestamp] = $headers;
        $isTime = \preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1;
        if (!$isTime || \abs(\time() - (int) $timestamp) > self::TOLERANCE) {
            throw new WebhookSignatureError('webhook-timestamp is more than five minutes from now');
        }
        $hash = \hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
        $expected = 'v1,' . \base64_encode($hash);
        foreach (\explode(' ', $headers['webhook-signature']) as $signature) {
            if (\hash_equals($expected, $signature)) {
                return self::parsed($id, $body);
            }
        }
        throw new WebhookSignatureError('no signature is of the body and the secret');
    }

    private static function parsed(string $id, string $body): self
    {
        $event = \json_decode($body, true, 512, \JSON_THROW_ON_ERROR);
        return new self(
            $id,
            $event['type'],
            new \DateTimeImmutable($event['timestamp']),
            $event['sequence'],
            $event['data'],
        );
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        $timestamp = $this->timestamp->format('Y-m-d\TH:i:s.vp');
        return [...\get_object_vars($this), 'timestamp' => $timestamp];
    }
}
