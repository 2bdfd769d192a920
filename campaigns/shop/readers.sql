SELECT phone, first_name, last_inbound_at
FROM customer
WHERE newsletter = 1
