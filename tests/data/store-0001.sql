BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE announcements (
	"row" INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	evening INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	text TEXT NOT NULL, 
	cause VARCHAR(64), 
	PRIMARY KEY ("row"), 
	FOREIGN KEY(campaign_id, evening) REFERENCES evenings (campaign_id, number) ON DELETE CASCADE, 
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE
);
INSERT INTO "announcements" VALUES(1,1,1,'2026-03-06 19:30:00.000000','One success.','c0');
CREATE TABLE campaigns (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	slug VARCHAR(40) NOT NULL, 
	roster TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT uq_campaigns_name_key UNIQUE (name_key)
);
INSERT INTO "campaigns" VALUES(1,'The Ford','the ford','phase-abandon','{"players":[{"name":"Jay"}]}','{}','2026-03-06 19:30:00.000000');
CREATE TABLE evenings (
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	started DATETIME NOT NULL, 
	ended DATETIME, 
	PRIMARY KEY (campaign_id, number), 
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE
);
INSERT INTO "evenings" VALUES(1,1,'2026-03-06 19:30:00.000000',NULL);
CREATE TABLE log (
	campaign_id INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	evening INTEGER, 
	utterance_id VARCHAR(64), 
	kind VARCHAR(16) NOT NULL, 
	command_id VARCHAR(64) NOT NULL, 
	root VARCHAR(64) NOT NULL, 
	command TEXT NOT NULL, 
	events TEXT NOT NULL, 
	schema_version INTEGER NOT NULL, 
	recorded_at DATETIME NOT NULL, 
	PRIMARY KEY (campaign_id, position), 
	CONSTRAINT uq_log_command UNIQUE (campaign_id, command_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE
);
INSERT INTO "log" VALUES(1,0,1,'u1','committed','c0','c0','{"kind":"report_dice"}','[{"kind":"dice_rolled"}]',1,'2026-03-06 19:30:00.000000');
CREATE TABLE pending (
	campaign_id INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (campaign_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE
);
INSERT INTO "pending" VALUES(1,'{"question":"who rolls?"}');
CREATE TABLE utterances (
	"row" INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	evening INTEGER NOT NULL, 
	utterance_id VARCHAR(64) NOT NULL, 
	speaker TEXT, 
	score FLOAT, 
	text TEXT NOT NULL, 
	start FLOAT NOT NULL, 
	"end" FLOAT NOT NULL, 
	typed BOOLEAN NOT NULL, 
	latency FLOAT, 
	struck BOOLEAN NOT NULL, 
	heard_at DATETIME NOT NULL, 
	PRIMARY KEY ("row"), 
	FOREIGN KEY(campaign_id, evening) REFERENCES evenings (campaign_id, number) ON DELETE CASCADE, 
	CONSTRAINT uq_utterances_id UNIQUE (campaign_id, evening, utterance_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE
);
INSERT INTO "utterances" VALUES(1,1,1,'u1','Jay',0.8,'six!',1.0,2.0,0,0.4,0,'2026-03-06 19:30:00.000000');
CREATE INDEX ix_announcements_evening ON announcements (campaign_id, evening);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('campaigns',1);
COMMIT;
