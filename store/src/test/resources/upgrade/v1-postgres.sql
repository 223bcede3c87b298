--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: public; Type: SCHEMA; Schema: -; Owner: -
--



--
-- Name: SCHEMA public; Type: COMMENT; Schema: -; Owner: -
--



SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: gate; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gate (
    key text NOT NULL,
    "limit" integer NOT NULL,
    taken integer NOT NULL,
    CONSTRAINT gate_limit_check CHECK (("limit" >= 1)),
    CONSTRAINT gate_taken_check CHECK ((taken >= 0))
);


--
-- Name: id_block; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.id_block
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job (
    job_id bigint NOT NULL,
    run_id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    requirement integer NOT NULL,
    plan text NOT NULL,
    spec text NOT NULL,
    has_dependents boolean NOT NULL,
    retry_of bigint,
    created bigint NOT NULL
);


--
-- Name: job_state; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_state (
    job_id bigint NOT NULL,
    standing integer NOT NULL,
    requirement integer NOT NULL,
    rank integer NOT NULL,
    created bigint NOT NULL,
    gate text,
    attempt integer NOT NULL,
    epoch integer NOT NULL,
    needs integer NOT NULL,
    deadline bigint,
    phase_by bigint,
    lease_digest bytea,
    runner text,
    credential text,
    granted_at bigint,
    expires_at bigint,
    lease_end integer,
    started_at bigint,
    reason text,
    finished_at bigint,
    cause integer,
    ending integer,
    exit_code integer,
    report text,
    losses integer NOT NULL,
    unacknowledged integer NOT NULL,
    releases integer NOT NULL,
    audit_seq integer NOT NULL,
    audit_head bytea NOT NULL,
    audit_pages bytea NOT NULL,
    progress text,
    CONSTRAINT blocked_has_needs CHECK (((standing = 0) = (needs > 0))),
    CONSTRAINT canceling_has_reason CHECK (((standing <> 6) OR (reason IS NOT NULL))),
    CONSTRAINT delayed_has_time CHECK (((standing <> 1) OR (phase_by IS NOT NULL))),
    CONSTRAINT due_has_deadline CHECK (((standing = ANY (ARRAY[1, 4, 5, 6])) = (deadline IS NOT NULL))),
    CONSTRAINT finished_is_whole CHECK ((((standing >= 7) = (finished_at IS NOT NULL)) AND ((standing >= 7) = (cause IS NOT NULL)) AND ((standing < 7) OR ((lease_digest IS NULL) = (lease_end IS NULL))))),
    CONSTRAINT gated_has_gate CHECK (((standing <> 2) OR (gate IS NOT NULL))),
    CONSTRAINT held_has_live_lease CHECK ((((standing >= 4) AND (standing <= 6)) = (expires_at IS NOT NULL))),
    CONSTRAINT job_state_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT job_state_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT job_state_standing_check CHECK (((standing >= 0) AND (standing <= 9))),
    CONSTRAINT lease_is_whole CHECK ((((lease_digest IS NULL) = (runner IS NULL)) AND ((lease_digest IS NULL) = (credential IS NULL)) AND ((expires_at IS NULL) OR ((lease_digest IS NOT NULL) AND (granted_at IS NOT NULL) AND (lease_end IS NULL) AND (epoch >= 1))) AND ((lease_digest IS NULL) OR (octet_length(lease_digest) = 32)))),
    CONSTRAINT queued_has_no_lease CHECK (((standing > 3) OR (lease_digest IS NULL))),
    CONSTRAINT running_has_started CHECK (((standing <> 5) OR (started_at IS NOT NULL)))
)
PARTITION BY RANGE (standing);


--
-- Name: job_state_finished; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_state_finished (
    job_id bigint NOT NULL,
    standing integer NOT NULL,
    requirement integer NOT NULL,
    rank integer NOT NULL,
    created bigint NOT NULL,
    gate text,
    attempt integer NOT NULL,
    epoch integer NOT NULL,
    needs integer NOT NULL,
    deadline bigint,
    phase_by bigint,
    lease_digest bytea,
    runner text,
    credential text,
    granted_at bigint,
    expires_at bigint,
    lease_end integer,
    started_at bigint,
    reason text,
    finished_at bigint,
    cause integer,
    ending integer,
    exit_code integer,
    report text,
    losses integer NOT NULL,
    unacknowledged integer NOT NULL,
    releases integer NOT NULL,
    audit_seq integer NOT NULL,
    audit_head bytea NOT NULL,
    audit_pages bytea NOT NULL,
    progress text,
    CONSTRAINT blocked_has_needs CHECK (((standing = 0) = (needs > 0))),
    CONSTRAINT canceling_has_reason CHECK (((standing <> 6) OR (reason IS NOT NULL))),
    CONSTRAINT delayed_has_time CHECK (((standing <> 1) OR (phase_by IS NOT NULL))),
    CONSTRAINT due_has_deadline CHECK (((standing = ANY (ARRAY[1, 4, 5, 6])) = (deadline IS NOT NULL))),
    CONSTRAINT finished_is_whole CHECK ((((standing >= 7) = (finished_at IS NOT NULL)) AND ((standing >= 7) = (cause IS NOT NULL)) AND ((standing < 7) OR ((lease_digest IS NULL) = (lease_end IS NULL))))),
    CONSTRAINT gated_has_gate CHECK (((standing <> 2) OR (gate IS NOT NULL))),
    CONSTRAINT held_has_live_lease CHECK ((((standing >= 4) AND (standing <= 6)) = (expires_at IS NOT NULL))),
    CONSTRAINT job_state_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT job_state_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT job_state_standing_check CHECK (((standing >= 0) AND (standing <= 9))),
    CONSTRAINT lease_is_whole CHECK ((((lease_digest IS NULL) = (runner IS NULL)) AND ((lease_digest IS NULL) = (credential IS NULL)) AND ((expires_at IS NULL) OR ((lease_digest IS NOT NULL) AND (granted_at IS NOT NULL) AND (lease_end IS NULL) AND (epoch >= 1))) AND ((lease_digest IS NULL) OR (octet_length(lease_digest) = 32)))),
    CONSTRAINT queued_has_no_lease CHECK (((standing > 3) OR (lease_digest IS NULL))),
    CONSTRAINT running_has_started CHECK (((standing <> 5) OR (started_at IS NOT NULL)))
);


--
-- Name: job_state_held; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_state_held (
    job_id bigint NOT NULL,
    standing integer NOT NULL,
    requirement integer NOT NULL,
    rank integer NOT NULL,
    created bigint NOT NULL,
    gate text,
    attempt integer NOT NULL,
    epoch integer NOT NULL,
    needs integer NOT NULL,
    deadline bigint,
    phase_by bigint,
    lease_digest bytea,
    runner text,
    credential text,
    granted_at bigint,
    expires_at bigint,
    lease_end integer,
    started_at bigint,
    reason text,
    finished_at bigint,
    cause integer,
    ending integer,
    exit_code integer,
    report text,
    losses integer NOT NULL,
    unacknowledged integer NOT NULL,
    releases integer NOT NULL,
    audit_seq integer NOT NULL,
    audit_head bytea NOT NULL,
    audit_pages bytea NOT NULL,
    progress text,
    CONSTRAINT blocked_has_needs CHECK (((standing = 0) = (needs > 0))),
    CONSTRAINT canceling_has_reason CHECK (((standing <> 6) OR (reason IS NOT NULL))),
    CONSTRAINT delayed_has_time CHECK (((standing <> 1) OR (phase_by IS NOT NULL))),
    CONSTRAINT due_has_deadline CHECK (((standing = ANY (ARRAY[1, 4, 5, 6])) = (deadline IS NOT NULL))),
    CONSTRAINT finished_is_whole CHECK ((((standing >= 7) = (finished_at IS NOT NULL)) AND ((standing >= 7) = (cause IS NOT NULL)) AND ((standing < 7) OR ((lease_digest IS NULL) = (lease_end IS NULL))))),
    CONSTRAINT gated_has_gate CHECK (((standing <> 2) OR (gate IS NOT NULL))),
    CONSTRAINT held_has_live_lease CHECK ((((standing >= 4) AND (standing <= 6)) = (expires_at IS NOT NULL))),
    CONSTRAINT job_state_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT job_state_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT job_state_standing_check CHECK (((standing >= 0) AND (standing <= 9))),
    CONSTRAINT lease_is_whole CHECK ((((lease_digest IS NULL) = (runner IS NULL)) AND ((lease_digest IS NULL) = (credential IS NULL)) AND ((expires_at IS NULL) OR ((lease_digest IS NOT NULL) AND (granted_at IS NOT NULL) AND (lease_end IS NULL) AND (epoch >= 1))) AND ((lease_digest IS NULL) OR (octet_length(lease_digest) = 32)))),
    CONSTRAINT queued_has_no_lease CHECK (((standing > 3) OR (lease_digest IS NULL))),
    CONSTRAINT running_has_started CHECK (((standing <> 5) OR (started_at IS NOT NULL)))
);


--
-- Name: job_state_queued; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_state_queued (
    job_id bigint NOT NULL,
    standing integer NOT NULL,
    requirement integer NOT NULL,
    rank integer NOT NULL,
    created bigint NOT NULL,
    gate text,
    attempt integer NOT NULL,
    epoch integer NOT NULL,
    needs integer NOT NULL,
    deadline bigint,
    phase_by bigint,
    lease_digest bytea,
    runner text,
    credential text,
    granted_at bigint,
    expires_at bigint,
    lease_end integer,
    started_at bigint,
    reason text,
    finished_at bigint,
    cause integer,
    ending integer,
    exit_code integer,
    report text,
    losses integer NOT NULL,
    unacknowledged integer NOT NULL,
    releases integer NOT NULL,
    audit_seq integer NOT NULL,
    audit_head bytea NOT NULL,
    audit_pages bytea NOT NULL,
    progress text,
    CONSTRAINT blocked_has_needs CHECK (((standing = 0) = (needs > 0))),
    CONSTRAINT canceling_has_reason CHECK (((standing <> 6) OR (reason IS NOT NULL))),
    CONSTRAINT delayed_has_time CHECK (((standing <> 1) OR (phase_by IS NOT NULL))),
    CONSTRAINT due_has_deadline CHECK (((standing = ANY (ARRAY[1, 4, 5, 6])) = (deadline IS NOT NULL))),
    CONSTRAINT finished_is_whole CHECK ((((standing >= 7) = (finished_at IS NOT NULL)) AND ((standing >= 7) = (cause IS NOT NULL)) AND ((standing < 7) OR ((lease_digest IS NULL) = (lease_end IS NULL))))),
    CONSTRAINT gated_has_gate CHECK (((standing <> 2) OR (gate IS NOT NULL))),
    CONSTRAINT held_has_live_lease CHECK ((((standing >= 4) AND (standing <= 6)) = (expires_at IS NOT NULL))),
    CONSTRAINT job_state_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT job_state_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT job_state_standing_check CHECK (((standing >= 0) AND (standing <= 9))),
    CONSTRAINT lease_is_whole CHECK ((((lease_digest IS NULL) = (runner IS NULL)) AND ((lease_digest IS NULL) = (credential IS NULL)) AND ((expires_at IS NULL) OR ((lease_digest IS NOT NULL) AND (granted_at IS NOT NULL) AND (lease_end IS NULL) AND (epoch >= 1))) AND ((lease_digest IS NULL) OR (octet_length(lease_digest) = 32)))),
    CONSTRAINT queued_has_no_lease CHECK (((standing > 3) OR (lease_digest IS NULL))),
    CONSTRAINT running_has_started CHECK (((standing <> 5) OR (started_at IS NOT NULL)))
);


--
-- Name: journal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.journal (
    page bigint NOT NULL,
    at bigint NOT NULL,
    lines bytea NOT NULL
);
ALTER TABLE ONLY public.journal ALTER COLUMN lines SET STORAGE EXTERNAL;


--
-- Name: need; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.need (
    need_id bigint NOT NULL,
    job_id bigint NOT NULL
);


--
-- Name: orchestrator; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orchestrator (
    id text NOT NULL,
    seen bigint NOT NULL
);


--
-- Name: past_lease; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.past_lease (
    job_id bigint NOT NULL,
    epoch integer NOT NULL,
    lease_digest bytea NOT NULL,
    runner text NOT NULL,
    credential text NOT NULL,
    lease_end integer NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT past_lease_epoch_check CHECK ((epoch >= 1))
);


--
-- Name: requirement; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.requirement (
    id integer NOT NULL,
    signature text NOT NULL
);


--
-- Name: requirement_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.requirement ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.requirement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.run (
    run_id bigint NOT NULL,
    owner text NOT NULL,
    key text,
    fingerprint text NOT NULL,
    name text NOT NULL,
    labels text NOT NULL,
    submitted_by text NOT NULL,
    created bigint NOT NULL
);


--
-- Name: schema_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_history (
    installed_rank integer NOT NULL,
    version character varying(50),
    description character varying(200) NOT NULL,
    type character varying(20) NOT NULL,
    script character varying(1000) NOT NULL,
    checksum integer,
    installed_by character varying(100) NOT NULL,
    installed_on timestamp without time zone DEFAULT now() NOT NULL,
    execution_time integer NOT NULL,
    success boolean NOT NULL
);


--
-- Name: token; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.token (
    id text NOT NULL,
    digest bytea NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    runner text,
    created bigint NOT NULL,
    expires bigint,
    revoked bigint,
    CONSTRAINT token_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT token_kind_check CHECK ((kind = ANY (ARRAY['ADMIN'::text, 'USER'::text, 'RUNNER'::text])))
);


--
-- Name: job_state_finished; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state ATTACH PARTITION public.job_state_finished FOR VALUES FROM (7) TO (10);


--
-- Name: job_state_held; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state ATTACH PARTITION public.job_state_held FOR VALUES FROM (4) TO (7);


--
-- Name: job_state_queued; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state ATTACH PARTITION public.job_state_queued FOR VALUES FROM (0) TO (4);


--
-- Data for Name: gate; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.gate VALUES ('old-gate', 1, 1);


--
-- Data for Name: job; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job VALUES (2, 1, 'succeeded', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"succeeded"}', false, NULL, 1794799591430997);
INSERT INTO public.job VALUES (1005, 1004, 'failed', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"failed"}', false, NULL, 1794799591787414);
INSERT INTO public.job VALUES (5, 4, 'canceled', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"canceled"}', false, NULL, 1794799591940104);
INSERT INTO public.job VALUES (8, 7, 'lost', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"lost"}', false, NULL, 1794799592020599);
INSERT INTO public.job VALUES (1017, 1016, 'canceling', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"canceling"}', false, NULL, 1794799712086685);
INSERT INTO public.job VALUES (1022, 1021, 'leased', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"leased"}', false, NULL, 1794799712128979);
INSERT INTO public.job VALUES (12, 11, 'ready', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"ready"}', false, NULL, 1794799712136879);
INSERT INTO public.job VALUES (1026, 1025, 'later', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600,"not_before":"2026-11-16T04:26:30.919963511Z"}', '{"name":"later"}', false, NULL, 1794799712145448);
INSERT INTO public.job VALUES (15, 14, 'through', 'steps', 1, '{"priority":0,"requirement":["old"],"gate":"old-gate","retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"through"}', false, NULL, 1794799712156284);
INSERT INTO public.job VALUES (1029, 1028, 'gated', 'steps', 1, '{"priority":0,"requirement":["old"],"gate":"old-gate","retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"gated"}', false, NULL, 1794799712174142);
INSERT INTO public.job VALUES (18, 17, 'need', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"need"}', true, NULL, 1794799712178811);
INSERT INTO public.job VALUES (19, 17, 'blocked', 'steps', 1, '{"priority":0,"requirement":["old"],"retry":{"max_attempts":3,"retry_on":["LOST","RELEASED"],"backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},"retry_after_most_seconds":3600,"tolerance":{"losses":2,"unacknowledged":4,"releases":20}},"max_runtime_seconds":3600}', '{"name":"blocked"}', false, NULL, 1794799712178811);


--
-- Data for Name: job_state_finished; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_state_finished VALUES (2, 7, 1, 0, 1794799591430997, NULL, 1, 1, 0, NULL, NULL, '\x4af54fdd56f6ad2c71a03d40c5a9e4c3785280f4306f5883a7c408a352773101', 'old', 'tok_old', NULL, NULL, 0, 1794799591705947, '', 1794799591750659, 0, 0, NULL, '{}', 0, 0, 0, 4, '\xe7b2f02367d01a5a472eee57aae9835e406f490a96c95224b957afdef69c5cc0', '\x0000000100000000000000030000000200000000000003e90000000300000000000003ea0000000400000000000003eb', NULL);
INSERT INTO public.job_state_finished VALUES (1005, 8, 1, 0, 1794799591787414, NULL, 1, 1, 0, NULL, NULL, '\x93a001200e696fc25e1741683ee3bbfda1017d020f1fcf8635dd4ebebfa0f2bf', 'old', 'tok_old', NULL, NULL, 0, 1794799591863823, '', 1794799591891269, 0, 7, NULL, '{}', 0, 0, 0, 4, '\x7e45791b60fd0d5a1025aa7a3fff31204a01eaa8b30f7a39fe8a4a2dbef665c5', '\x0000000100000000000003ee0000000200000000000003ef0000000300000000000003f00000000400000000000003f1', NULL);
INSERT INTO public.job_state_finished VALUES (5, 9, 1, 0, 1794799591940104, NULL, 1, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'canceled: not wanted', 1794799592006720, 6, NULL, NULL, NULL, 0, 0, 0, 2, '\xcc18deee6e71be3725b35f12ecc9d9e1fd784920c083ae32fceee31fc1a7e700', '\x0000000100000000000000060000000200000000000003f2', NULL);


--
-- Data for Name: job_state_held; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_state_held VALUES (8, 5, 1, 0, 1794799592020599, NULL, 2, 2, 0, 1794799832069394, 1794803372069394, '\x5009b03f62b4d35217c2b5330dcd07f171aa49e0eebd6c20a16b7c14586c29eb', 'old', 'tok_old', 1794799712062841, 1794799832069394, NULL, 1794799712069394, NULL, NULL, NULL, NULL, NULL, NULL, 1, 0, 0, 6, '\xc6e1a932cc03aab2991c4ab491409da87bf75ce1f7ceda702b1acfaa583bea8f', '\x0000000100000000000000090000000200000000000003f30000000300000000000003f40000000400000000000003f50000000500000000000003f60000000600000000000003f7', NULL);
INSERT INTO public.job_state_held VALUES (1017, 6, 1, 0, 1794799712086685, NULL, 1, 1, 0, 1794799742117724, 1794799742117724, '\xf55549d07511276a981bcc10bee8f5129102e38bc19a2f4d1164284243e6979b', 'old', 'tok_old', 1794799712091528, 1794799832112061, NULL, 1794799712112061, 'not wanted', NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 4, '\xd66dbc30564633f30f1609fd11c41016dbe5bb2f0570d06138cf758da11d6298', '\x0000000100000000000003fa0000000200000000000003fb0000000300000000000003fc00000004000000000000000a', NULL);
INSERT INTO public.job_state_held VALUES (1022, 4, 1, 0, 1794799712128979, NULL, 1, 1, 0, 1794799742132544, 1794799742132544, '\x12670ea2a545581302757f4fa6be5d80656109a7195824691cd21954c726da8c', 'old', 'tok_old', 1794799712132544, 1794799832132544, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 2, '\xbf60d0f53febc7a9d7a83f58a27ea1035dd2edc19e78a57de55c92369241967f', '\x0000000100000000000003ff000000020000000000000400', NULL);


--
-- Data for Name: job_state_queued; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.job_state_queued VALUES (12, 3, 1, 0, 1794799712136879, NULL, 1, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 1, '\xf4be4ed8f42be802a915efe310ee6908d31a9afbef9f82b9056d496ab2800be3', '\x00000001000000000000000d', NULL);
INSERT INTO public.job_state_queued VALUES (1026, 1, 1, 0, 1794799712145448, NULL, 1, 0, 0, 1794803190919963, 1794803190919963, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 1, '\x0bde2a61b1aacabaff0758741a3b026368859c6a45b6f4c95237c0a43c3bb489', '\x000000010000000000000403', NULL);
INSERT INTO public.job_state_queued VALUES (15, 3, 1, 0, 1794799712156284, 'old-gate', 1, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 2, '\x4720fa51978481f1417df21a83b6fa65ca6565a58a2188ab8b6313e8ef09ee75', '\x000000010000000000000010', NULL);
INSERT INTO public.job_state_queued VALUES (1029, 2, 1, 0, 1794799712174142, 'old-gate', 1, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 1, '\x732a7bad60b58bc7db0f56a80d081ea8aef4b2fc9a139fc7e6cd3f2aa28f0119', '\x000000010000000000000406', NULL);
INSERT INTO public.job_state_queued VALUES (18, 3, 1, 0, 1794799712178811, NULL, 1, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 1, '\x2fafbdef5fa3d3f059b2976ad2a1efe735851e6cb2645ecc799bed1f38a43ab1', '\x000000010000000000000014', NULL);
INSERT INTO public.job_state_queued VALUES (19, 0, 1, 0, 1794799712178811, NULL, 1, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 1, '\x873bfd361faebf26b1e77b0eb28b2e91d4061e69e1873956a71327373bdaabde', '\x000000010000000000000014', NULL);


--
-- Data for Name: journal; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.journal VALUES (3, 1794799591430997, '\x00000000000000020000000100000000010000000001ac9d53c176896ebd6cd12c20db4a2bf11b8bc060139eed48e36dd4ca54df9e00000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1001, 1794799591565766, '\x0000000000000002000000020400000001000000019b3687e6b91a3aee43dd68b775360fc01620da673e103f279675fcdbab27e2f10000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1002, 1794799591705947, '\x00000000000000020000000305000000010000000134cb4b5b84e4ef49249eb4949a6d6e4348769ce30cab1e7d4ab8f989751f58450000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1003, 1794799591750659, '\x000000000000000200000004080000000100000001e7b2f02367d01a5a472eee57aae9835e406f490a96c95224b957afdef69c5cc00000000a72756e6e65723a6f6c640000001453554343454544454420285245504f5254454429');
INSERT INTO public.journal VALUES (1006, 1794799591787414, '\x00000000000003ed000000010000000001000000004d1c1a420f71c23f430326437baf09c74ad15521418020156853920e5a0ba71700000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1007, 1794799591829300, '\x00000000000003ed00000002040000000100000001364563fa56a14c12d8274ec481a5747ec21a079d5c2da9713fe74842e8ec4f080000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1008, 1794799591863823, '\x00000000000003ed00000003050000000100000001bccc686cf1d0297e44bb02245fe238f725439ed4c5310e6a86893460594404fd0000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1009, 1794799591891269, '\x00000000000003ed000000040800000001000000017e45791b60fd0d5a1025aa7a3fff31204a01eaa8b30f7a39fe8a4a2dbef665c50000000a72756e6e65723a6f6c64000000114641494c454420285245504f5254454429');
INSERT INTO public.journal VALUES (6, 1794799591940104, '\x0000000000000005000000010000000001000000007197895194d3bbcc61d9357a1b3b7649ce55373208af0ceaf83188b667d4281e00000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1010, 1794799592006720, '\x000000000000000500000002080000000100000000cc18deee6e71be3725b35f12ecc9d9e1fd784920c083ae32fceee31fc1a7e70000000008757365723a616e6e0000001e43414e43454c45443a2063616e63656c65643a206e6f742077616e746564');
INSERT INTO public.journal VALUES (9, 1794799592020599, '\x0000000000000008000000010000000001000000004afd4b9fe178dc09bb325b9eadf97210154c36b5b77ecd5f5757300f6d5daf7600000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1011, 1794799592029314, '\x000000000000000800000002040000000100000001a123fb0408b8873eb4f2ca3906b737137288494be32dc9348439f8fe4e6fea080000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1012, 1794799592033800, '\x000000000000000800000003050000000100000001e05da7358efd127fe8a8af7c8eb4b121b619fd44e8ba94dffedc3b2697ed60a40000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1013, 1794799712051873, '\x000000000000000800000004070000000200000001190818737898ffe9b50e36cfd761a210b8cdb4093463423514717365c28858ae0000000c6f7263686573747261746f720000001f4c4f53543a206e6f206865617274626561742077697468696e203132302073');
INSERT INTO public.journal VALUES (1014, 1794799712062841, '\x000000000000000800000005040000000200000002d59581ef188271ba254f7fcc5e5630ddc156cf9b3f0af7ca04f84067d087b8ee0000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1015, 1794799712069394, '\x000000000000000800000006050000000200000002c6e1a932cc03aab2991c4ab491409da87bf75ce1f7ceda702b1acfaa583bea8f0000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1018, 1794799712086685, '\x00000000000003f90000000100000000010000000053276b35540784ea7f7bae660560875ba9414a819bafc5ecf27da491109e8d6600000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1019, 1794799712091528, '\x00000000000003f900000002040000000100000001202dc446604d85f0b48499a1bb1143e808eb2e6fb5ee10cce9960db1530e90110000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (1020, 1794799712112061, '\x00000000000003f900000003050000000100000001b221e0652d647b2ae5ea133e482b102a79ce590ba80c7c376ba6dfcc4357dc990000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (10, 1794799712117724, '\x00000000000003f900000004060000000100000001d66dbc30564633f30f1609fd11c41016dbe5bb2f0570d06138cf758da11d629800000008757365723a616e6e0000000a6e6f742077616e746564');
INSERT INTO public.journal VALUES (1023, 1794799712128979, '\x00000000000003fe0000000100000000010000000067eb0f91d200e56c34d0a244d8febdd5021f7329fcd74240b07b9c5da89a3eb700000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1024, 1794799712132544, '\x00000000000003fe00000002040000000100000001bf60d0f53febc7a9d7a83f58a27ea1035dd2edc19e78a57de55c92369241967f0000000a72756e6e65723a6f6c6400000000');
INSERT INTO public.journal VALUES (13, 1794799712136879, '\x000000000000000c00000001000000000100000000f4be4ed8f42be802a915efe310ee6908d31a9afbef9f82b9056d496ab2800be300000008757365723a616e6e00000000');
INSERT INTO public.journal VALUES (1027, 1794799712145448, '\x0000000000000402000000010000000001000000000bde2a61b1aacabaff0758741a3b026368859c6a45b6f4c95237c0a43c3bb48900000008757365723a616e6e0000002a776169747320756e74696c20323032362d31312d31365430343a32363a33302e3931393936333531315a');
INSERT INTO public.journal VALUES (16, 1794799712156284, '\x000000000000000f0000000100000000010000000085ba0028829451a7c9a228d4ea25c3da366b6d59cd2e153999a5bfbf81d4d7d600000008757365723a616e6e000000117761697473206174206974732067617465000000000000000f000000020300000001000000004720fa51978481f1417df21a83b6fa65ca6565a58a2188ab8b6313e8ef09ee750000000c6f7263686573747261746f7200000015726f6f6d2061742067617465206f6c642d67617465');
INSERT INTO public.journal VALUES (1030, 1794799712174142, '\x000000000000040500000001000000000100000000732a7bad60b58bc7db0f56a80d081ea8aef4b2fc9a139fc7e6cd3f2aa28f011900000008757365723a616e6e000000117761697473206174206974732067617465');
INSERT INTO public.journal VALUES (20, 1794799712178811, '\x0000000000000012000000010000000001000000002fafbdef5fa3d3f059b2976ad2a1efe735851e6cb2645ecc799bed1f38a43ab100000008757365723a616e6e00000000000000000000001300000001000000000100000000873bfd361faebf26b1e77b0eb28b2e91d4061e69e1873956a71327373bdaabde00000008757365723a616e6e00000016776169747320666f722031206f74686572206a6f6273');


--
-- Data for Name: need; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.need VALUES (18, 19);


--
-- Data for Name: orchestrator; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: past_lease; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.past_lease VALUES (8, 1, '\xe79d67b2a191ce4d252f8c8dcf01202142f8f79faa0096c84f4be03a01e8f891', 'old', 'tok_old', 3, 1794799712051873);


--
-- Data for Name: requirement; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.requirement OVERRIDING SYSTEM VALUE VALUES (1, 'old');


--
-- Data for Name: run; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.run VALUES (1, 'tok_owner', 'key-12', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799591430997);
INSERT INTO public.run VALUES (1004, 'tok_owner', 'key-13', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799591787414);
INSERT INTO public.run VALUES (4, 'tok_owner', 'key-14', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799591940104);
INSERT INTO public.run VALUES (7, 'tok_owner', 'key-15', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799592020599);
INSERT INTO public.run VALUES (1016, 'tok_owner', 'key-16', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712086685);
INSERT INTO public.run VALUES (1021, 'tok_owner', 'key-17', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712128979);
INSERT INTO public.run VALUES (11, 'tok_owner', 'key-18', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712136879);
INSERT INTO public.run VALUES (1025, 'tok_owner', 'key-19', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712145448);
INSERT INTO public.run VALUES (14, 'tok_owner', 'key-20', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712156284);
INSERT INTO public.run VALUES (1028, 'tok_owner', 'key-21', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712174142);
INSERT INTO public.run VALUES (17, 'tok_owner', 'key-22', 'fingerprint', 'a run', '{"branch":"main","team":"tools"}', 'user:ann', 1794799712178811);


--
-- Data for Name: schema_history; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_history VALUES (1, '1', 'jobs', 'SQL', 'V1__jobs.sql', 1894441812, 'baton', '2026-11-16 03:26:30.568197', 186, true);


--
-- Data for Name: token; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: id_block; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.id_block', 2, true);


--
-- Name: requirement_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.requirement_id_seq', 1, true);


--
-- Name: gate gate_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gate
    ADD CONSTRAINT gate_pkey PRIMARY KEY (key);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (job_id);


--
-- Name: job_state_finished job_state_finished_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state_finished
    ADD CONSTRAINT job_state_finished_pkey PRIMARY KEY (job_id);


--
-- Name: job_state_held job_state_held_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state_held
    ADD CONSTRAINT job_state_held_pkey PRIMARY KEY (job_id);


--
-- Name: job_state_queued job_state_queued_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_state_queued
    ADD CONSTRAINT job_state_queued_pkey PRIMARY KEY (job_id);


--
-- Name: journal journal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (page);


--
-- Name: need need_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.need
    ADD CONSTRAINT need_pkey PRIMARY KEY (need_id, job_id);


--
-- Name: orchestrator orchestrator_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator
    ADD CONSTRAINT orchestrator_pkey PRIMARY KEY (id);


--
-- Name: past_lease past_lease_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.past_lease
    ADD CONSTRAINT past_lease_pkey PRIMARY KEY (job_id, epoch);


--
-- Name: requirement requirement_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.requirement
    ADD CONSTRAINT requirement_pkey PRIMARY KEY (id);


--
-- Name: requirement requirement_signature_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.requirement
    ADD CONSTRAINT requirement_signature_key UNIQUE (signature);


--
-- Name: run run_owner_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run
    ADD CONSTRAINT run_owner_key_key UNIQUE (owner, key);


--
-- Name: run run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (run_id);


--
-- Name: schema_history schema_history_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_history
    ADD CONSTRAINT schema_history_pk PRIMARY KEY (installed_rank);


--
-- Name: token token_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.token
    ADD CONSTRAINT token_digest_key UNIQUE (digest);


--
-- Name: token token_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.token
    ADD CONSTRAINT token_name_key UNIQUE (name);


--
-- Name: token token_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (id);


--
-- Name: job_by_run; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_by_run ON public.job USING btree (run_id, job_id);


--
-- Name: job_state_blocked; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_blocked ON public.job_state_queued USING btree (job_id) WHERE (standing = 0);


--
-- Name: job_state_delayed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_delayed ON public.job_state_queued USING btree (deadline) WHERE (deadline IS NOT NULL);


--
-- Name: job_state_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_due ON public.job_state_held USING btree (deadline) WHERE (deadline IS NOT NULL);


--
-- Name: job_state_gated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_gated ON public.job_state_queued USING btree (gate, rank, created, job_id) WHERE (standing = 2);


--
-- Name: job_state_ready; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_ready ON public.job_state_queued USING btree (requirement, rank, created, job_id) WHERE (standing = 3);


--
-- Name: job_state_unsuccessful; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_state_unsuccessful ON public.job_state_finished USING btree (job_id) WHERE (standing >= 8);


--
-- Name: need_by_job; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX need_by_job ON public.need USING btree (job_id);


--
-- Name: schema_history_s_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX schema_history_s_idx ON public.schema_history USING btree (success);


--
-- Name: job job_requirement_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_requirement_fkey FOREIGN KEY (requirement) REFERENCES public.requirement(id);


--
-- Name: job job_run_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.run(run_id);


--
-- Name: need need_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.need
    ADD CONSTRAINT need_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.job(job_id);


--
-- Name: need need_need_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.need
    ADD CONSTRAINT need_need_id_fkey FOREIGN KEY (need_id) REFERENCES public.job(job_id);


--
-- Name: past_lease past_lease_job_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.past_lease
    ADD CONSTRAINT past_lease_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.job(job_id);


--
-- PostgreSQL database dump complete
--


