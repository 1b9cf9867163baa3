/** Addresses of the demo's pictures, which the VK stand-in of the demo generates. */

export const demoPhotoUrl = (origin: string, name: string): string => `${origin}/photo/${name}.svg`;
