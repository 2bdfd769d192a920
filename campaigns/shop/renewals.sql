SELECT phone, first_name, ends_on, last_inbound_at
FROM customer
WHERE ends_on <= :until
