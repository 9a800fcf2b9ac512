export const owner: { name: string; email: string; password: string };
export function totp(secret: string, at?: number): string;
