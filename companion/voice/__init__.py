"""The live loop: utterances from the listener into the session, announcements from the session into the loudspeaker.

May import `dialogue` and what that may. Start at `live_loop.py`.
"""
