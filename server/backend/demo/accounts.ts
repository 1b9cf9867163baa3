/** Accounts of the demo. Their passwords are public. */
export const demoAccounts = {
  admin: { username: 'admin', password: 'demo-admin-1' },
  clients: [
    { client_id: 'client-1001', password: 'demo-client-1' },
    { client_id: 'client-1002', password: 'demo-client-2' },
  ],
} as const;
