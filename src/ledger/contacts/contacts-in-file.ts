export { hasContacts } from './sqlite/moved-contacts.ts';
