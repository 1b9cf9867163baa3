import type { NextConfig } from 'next';

const config: NextConfig = {
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  rewrites: async () => [{ source: '/api/v1/:path*', destination: `${process.env.API_URL}/api/v1/:path*` }],
};

export default config;
